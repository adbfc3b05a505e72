/** Opens SQLite: that of the running Node, or, where it has none, the same engine compiled to WebAssembly. */
import { setFlagsFromString } from 'node:v8';

/** What SQLite takes and gives. */
type Value = string | number | null;

/** One open database. Synchronous: each statement takes milliseconds. */
export interface Engine {
  exec(sql: string): void;
  all(sql: string, values?: readonly Value[]): Record<string, Value>[];
  close(): void;
}

/** What is used of Node's own. */
interface BuiltIn {
  DatabaseSync: new (
    path: string,
  ) => {
    exec: Engine['exec'];
    prepare: (sql: string) => { all: (...values: Value[]) => Record<string, Value>[] };
    close: Engine['close'];
  };
}

/** Opens a file, made when missing; null opens an empty database in memory. Throws what the engine throws. */
export async function openEngine(file: string | null): Promise<Engine> {
  open ??= loadEngine();
  return (await open)(file);
}

let open: Promise<(file: string | null) => Engine> | undefined;

async function loadEngine(): Promise<(file: string | null) => Engine> {
  // @ts-expect-error: Node 20 has none, and its types do not know it.
  const builtIn: BuiltIn | null = await import('node:sqlite').catch(() => null);
  if (builtIn !== null) {
    return (file) => {
      const database = new builtIn.DatabaseSync(file ?? ':memory:');
      return {
        exec: (sql) => database.exec(sql),
        all: (sql, values = []) => database.prepare(sql).all(...values),
        close: () => database.close(),
      };
    };
  }
  // Else V8 compiles most of the engine a second time while it runs, which takes longer than a search.
  setFlagsFromString('--wasm-tiering-budget=20000000');
  const { default: library } = await import('node-sqlite3-wasm');
  return (file) => {
    const database = new library.Database(file ?? ':memory:');
    return {
      exec: (sql) => database.exec(sql),
      // Its other types of values are in no table of ours.
      all: (sql, values = []) => database.all(sql, [...values]) as Record<string, Value>[],
      close: () => database.close(),
    };
  };
}
