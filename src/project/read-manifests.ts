import { parse as parseToml } from 'smol-toml';
import { isMapping } from '../domain/is-mapping.ts';
import { maxYamlCharacters, readYaml } from '../text/parse-yaml.ts';
import { cleanLine, listMatches, type ManifestFacts, nameVersion } from './found-project.ts';
import { nameKnownImage, nameKnownPackages } from './known-packages.ts';

/** Reads one kind of file. May throw if the file does not parse; the caller then notes it as broken. */
export type ManifestReader = (text: string, file: string) => ManifestFacts;

/** `package.json` */
export const readPackageJson: ManifestReader = (text) => {
  const manifest = readTable(JSON.parse(text));
  const packages = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((group) =>
    listKeys(manifest[group]),
  );
  const node = cleanLine(readTable(manifest['engines'])['node'], 40);
  return {
    name: cleanLine(manifest['name']),
    description: cleanLine(manifest['description'], 2000),
    languages: [packages.includes('typescript') ? 'TypeScript' : 'JavaScript'],
    stack: [node === undefined ? 'Node.js' : `Node.js ${node}`, ...nameKnownPackages(packages)],
    license: cleanLine(manifest['license'], 60),
  };
};

/** `pyproject.toml`, with the tables of PEP 621 or of Poetry. */
export const readPyproject: ManifestReader = (text) => {
  const manifest = readTable(parseToml(text));
  const project = readTable(manifest['project']);
  const poetry = readTable(readTable(manifest['tool'])['poetry']);
  const packages = [
    ...listTexts(project['dependencies']),
    ...Object.values(readTable(project['optional-dependencies'])).flatMap(listTexts),
    ...Object.values(readTable(manifest['dependency-groups'])).flatMap(listTexts),
    ...listKeys(poetry['dependencies']),
  ].map(takePackageName);
  const version = cleanLine(project['requires-python'] ?? readTable(poetry['dependencies'])['python'], 40);
  const license = project['license'] ?? poetry['license'];
  return {
    name: cleanLine(project['name'] ?? poetry['name']),
    description: cleanLine(project['description'] ?? poetry['description'], 2000),
    languages: ['Python'],
    stack: [...nameVersion('Python', version), ...nameKnownPackages(packages)],
    license: cleanLine(typeof license === 'string' ? license : readTable(license)['text'], 60),
  };
};

/** `setup.cfg` */
export const readSetupCfg: ManifestReader = (text) => {
  const section = /^\[metadata\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return {
    name: readAssignment(section, 'name'),
    description: readAssignment(section, 'description'),
    languages: ['Python'],
  };
};

/** `setup.py`: string literals only; the program is not run. */
export const readSetupPy: ManifestReader = (text) => {
  const readArgument = (name: string): string | undefined =>
    new RegExp(
      String.raw`^[^#\r\n\u2028\u2029]{0,200}\b${name}\s*=\s*(?:"([^"\n]{1,400})"|'([^'\n]{1,400})')\s*[,)\n]`,
      'm',
    )
      .exec(text)
      ?.slice(1)
      .find((value) => value !== undefined);
  const required = /\binstall_requires\s*=\s*\[([^\]]{0,20000})\]/.exec(text)?.[1] ?? '';
  const packages = listMatches(required, /["']([^"'\n]+)["']/g).map(takePackageName);
  const version = cleanLine(readArgument('python_requires'), 40);
  return {
    name: cleanLine(readArgument('name')),
    description: cleanLine(readArgument('description'), 2000),
    languages: ['Python'],
    stack: [...nameVersion('Python', version), ...nameKnownPackages(packages)],
    license: cleanLine(readArgument('license'), 60),
  };
};

/** `requirements.txt` */
export const readRequirements: ManifestReader = (text) => ({
  languages: ['Python'],
  stack: nameKnownPackages(text.split('\n').map(takePackageName)),
});

/** `Cargo.toml` */
export const readCargo: ManifestReader = (text) => {
  const manifest = readTable(parseToml(text));
  const own = readTable(manifest['package']);
  const shared = readTable(readTable(manifest['workspace'])['package']);
  return {
    name: cleanLine(own['name']),
    description: cleanLine(own['description'] ?? shared['description'], 2000),
    languages: ['Rust'],
    stack: nameKnownPackages([
      ...listKeys(manifest['dependencies']),
      ...listKeys(readTable(manifest['workspace'])['dependencies']),
    ]),
    license: cleanLine(own['license'] ?? shared['license'], 60),
  };
};

/** `go.mod` */
export const readGoMod: ManifestReader = (text) => {
  const module = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
  const version = /^go\s+([\d.]+)/m.exec(text)?.[1];
  const packages = listMatches(text, /^[ \t]*(?:require\s+)?([a-z0-9.-]+\.[a-z]+\/\S+)\s+v/gm);
  const parts = module?.replace(/\/v\d+$/, '').split('/');
  return {
    name: cleanLine(parts?.at(-1)),
    languages: ['Go'],
    stack: [...nameVersion('Go', version), ...nameKnownPackages(packages)],
  };
};

/** `composer.json` */
export const readComposer: ManifestReader = (text) => {
  const manifest = readTable(JSON.parse(text));
  const license = manifest['license'];
  const php = cleanLine(readTable(manifest['require'])['php'], 40);
  return {
    name: cleanLine(manifest['name'])?.split('/').at(-1),
    description: cleanLine(manifest['description'], 2000),
    languages: ['PHP'],
    stack: [...nameVersion('PHP', php), ...nameKnownPackages(listKeys(manifest['require']))],
    license: cleanLine(Array.isArray(license) ? license[0] : license, 60),
  };
};

/** `docker-compose.yml`, `compose.yaml` and variants */
export const readCompose: ManifestReader = (text) => {
  const services = readTable(readTable(readYamlManifest(text))['services']);
  const images = Object.values(services).map((service) => readTable(service)['image']);
  const names = images.flatMap((image) => (typeof image === 'string' ? (nameKnownImage(image) ?? []) : []));
  return { stack: ['Docker Compose', ...names] };
};

/** `pubspec.yaml` */
export const readPubspec: ManifestReader = (text) => {
  const manifest = readTable(readYamlManifest(text));
  return {
    name: cleanLine(manifest['name']),
    description: cleanLine(manifest['description'], 2000),
    languages: ['Dart'],
    stack: 'flutter' in readTable(manifest['dependencies']) ? ['Flutter'] : [],
  };
};

/** The data of a YAML file. Throws an Error with its first problem. */
function readYamlManifest(text: string): unknown {
  const { value, problems } = readYaml(text, '', { maxCharacters: maxYamlCharacters });
  if (problems[0] !== undefined) throw new Error(problems[0].message);
  return value;
}

/** The value if it is a table, else an empty one. */
function readTable(value: unknown): Record<string, unknown> {
  return isMapping(value) ? value : {};
}

function listKeys(value: unknown): string[] {
  return Object.keys(readTable(value));
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** `uvicorn[standard]>=0.30 ; python_version > "3"` is `uvicorn`. */
function takePackageName(requirement: string): string {
  return /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(requirement)?.[1] ?? '';
}

/** The value of the line `name = value`. */
function readAssignment(text: string, name: string): string | undefined {
  return cleanLine(new RegExp(String.raw`^${name}\s*=\s*(.+)$`, 'm').exec(text)?.[1]);
}
