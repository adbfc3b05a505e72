// Packs the program, installs it into an empty folder, and prints its sizes and the number of installed packages.
// Exits with 1 when the installed program does not run, or when the package exceeds its limits.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The limits: kilobytes of the tarball, kilobytes of our package unpacked (some 400 of them the documentation), packages installed. */
const limits = { tarball_kb: 2100, installed_kb: 7000, packages: 5 };

const folder = mkdtempSync(join(tmpdir(), 's2s-pack-'));
try {
  // The program is already built, so packing skips the build.
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root),
  );
  const tarball = join(folder, packed.filename);
  // Its dependencies are installed from files too, with their optional parts for this machine, so that nothing is downloaded.
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const beside = Object.keys(dependencies).flatMap((name) => {
    const described = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    const parts = Object.keys(described.optionalDependencies ?? {});
    return [name, ...parts.filter((part) => existsSync(join(root, 'node_modules', part)))];
  });
  const libraries = beside.map((name) => {
    const args = [
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      folder,
      `./node_modules/${name}`,
    ];
    const [library] = JSON.parse(run('npm', args, root));
    return join(folder, library.filename);
  });
  const place = join(folder, 'empty');
  mkdirSync(place);
  run(
    'npm',
    [
      'install',
      ...['--prefix', place, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'],
      ...libraries,
      tarball,
    ],
    place,
  );
  // Measured before the first run, because newer versions of Node keep compiled code there.
  const installed = measure(join(place, 'node_modules', 's2s'));
  const binary = join(place, 'node_modules', '.bin', 's2s');
  const version = run(binary, ['--version'], place).trim();
  run(binary, ['init', '--yes', '--quiet'], place);
  const result = JSON.parse(
    run(binary, ['brainstorm', 'A name for the tool', '--dry-run', '--no-input', '--json', '--fast'], place),
  );
  const report = {
    version,
    tarball_kb: Math.round(packed.size / 1024),
    installed_kb: Math.round(installed / 1024),
    packages: countPackages(join(place, 'node_modules')),
    files: packed.files.map(({ path }) => path).sort(),
    status: result.status,
    document: existsSync(join(place, result.files[0]?.path ?? 'missing')),
  };
  const tooMuch = Object.entries(limits).filter(([name, most]) => report[name] > most);
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else {
    process.stdout.write(
      `s2s ${version}: ${report.tarball_kb} kB packed, ${report.installed_kb} kB installed, ${report.packages} package(s), ${report.files.length} files.\n`,
    );
  }
  for (const [name, most] of tooMuch)
    process.stderr.write(`${name} is ${report[name]}, more than ${most}.\n`);
  if (tooMuch.length > 0 || report.status !== 'completed' || !report.document) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program, args, cwd) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
  };
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function measure(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + measure(join(path, name)), 0);
}

/** The number of installed packages, from the lock file that npm keeps beside them. */
function countPackages(modules) {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  return Object.keys(packages).length;
}
