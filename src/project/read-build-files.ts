import { cleanLine, listMatches, nameVersion } from './found-project.ts';
import { nameKnownPackages } from './known-packages.ts';
import type { ManifestReader } from './read-manifests.ts';

/** `pom.xml`: what it says about the project itself, not about its parent, dependencies or plugins. */
export const readPom: ManifestReader = (text) => {
  const own = removeSpans(
    removeSpans(text, /<!--/g, () => '-->'),
    /<(?:parent|dependencies|dependencyManagement|build|profiles|licenses|developers|organization)>/g,
    (tag) => tag.replace('<', '</'),
  );
  const usesKotlin = text.includes('kotlin-maven-plugin');
  const java = readTag(own, 'maven.compiler.release') ?? readTag(own, 'java.version');
  return {
    name: readTag(own, 'artifactId'),
    description: readTag(own, 'description'),
    languages: [usesKotlin ? 'Kotlin' : 'Java'],
    stack: [...nameVersion('Java', java), 'Maven', ...nameJavaFrameworks(text)],
  };
};

/** `build.gradle`, `build.gradle.kts` */
export const readGradle: ManifestReader = (text) => ({
  description: cleanLine(/^[ \t]*description(?:\s*=)?\s*["'](.+?)["']/m.exec(text)?.[1], 2000),
  languages: [/kotlin\(|org\.jetbrains\.kotlin|kotlin-android/.test(text) ? 'Kotlin' : 'Java'],
  stack: ['Gradle', ...nameJavaFrameworks(text)],
});

/** `settings.gradle`, `settings.gradle.kts` */
export const readGradleSettings: ManifestReader = (text) => ({
  name: cleanLine(/rootProject\.name\s*=\s*["'](.+?)["']/.exec(text)?.[1]),
});

/** `*.csproj`, `*.fsproj` */
export const readDotnetProject: ManifestReader = (text, file) => {
  const target = readTag(text, 'TargetFramework');
  return {
    name: readTag(text, 'AssemblyName') ?? cleanLine(/([^/\\]+)\.(?:cs|fs)proj$/.exec(file)?.[1]),
    description: readTag(text, 'Description'),
    languages: [file.endsWith('.fsproj') ? 'F#' : 'C#'],
    stack: [
      ...(target === undefined ? [] : [`.NET (${target})`]),
      ...(/Sdk="Microsoft\.NET\.Sdk\.Web"/.test(text) ? ['ASP.NET Core'] : []),
    ],
  };
};

/** `Gemfile` */
export const readGemfile: ManifestReader = (text) => {
  const ruby = cleanLine(/^[ \t]*ruby\s+["']([^"']+)["']/m.exec(text)?.[1], 40);
  const gems = listMatches(text, /^[ \t]*gem\s+["']([^"']+)["']/gm);
  return { languages: ['Ruby'], stack: [...nameVersion('Ruby', ruby), ...nameKnownPackages(gems)] };
};

/** `*.gemspec` */
export const readGemspec: ManifestReader = (text) => {
  const read = (field: string, limit?: number): string | undefined =>
    cleanLine(
      new RegExp(String.raw`\b\w+\.${field}\s*=\s*(?:\[\s*)?(?:%q[\[({<]|["'])([^"'\])}>]+)`).exec(text)?.[1],
      limit,
    );
  return {
    name: read('name', 100),
    description: read('summary', 2000) ?? read('description', 2000),
    languages: ['Ruby'],
    stack: nameVersion('Ruby', read('required_ruby_version', 40)),
    license: read('licenses?', 60),
  };
};

/** `mix.exs` */
export const readMix: ManifestReader = (text) => ({
  name: cleanLine(/app:\s*:([a-z_0-9]+)/.exec(text)?.[1]),
  description: cleanLine(/description:\s*"([^"]+)"/.exec(text)?.[1], 2000),
  languages: ['Elixir'],
  stack: nameKnownPackages(listMatches(text, /\{:([a-z_0-9]+)\s*,/g)),
});

/** `CMakeLists.txt` */
export const readCmake: ManifestReader = (text) => {
  const project = /\bproject\s*\(([^)]{0,2000})\)/i.exec(text)?.[1] ?? '';
  const languages = /\bLANGUAGES\s+([A-Z\s]+)/.exec(project)?.[1]?.trim().split(/\s+/) ?? [];
  const named = languages.flatMap((each) => (each === 'CXX' ? ['C++'] : each === 'C' ? ['C'] : []));
  return {
    name: cleanLine(/^\s*"?([A-Za-z0-9_.+-]+)/.exec(project)?.[1]),
    description: cleanLine(/\bDESCRIPTION\s+"([^"]+)"/.exec(project)?.[1], 2000),
    languages: named.length > 0 ? named : ['C++'],
    stack: ['CMake'],
  };
};

/** `Package.swift` */
export const readSwiftPackage: ManifestReader = (text) => ({
  name: cleanLine(/Package\s*\(\s*name:\s*"([^"]+)"/.exec(text)?.[1]),
  languages: ['Swift'],
});

/** `Dockerfile`: the base image of the last stage. */
export const readDockerfile: ManifestReader = (text) => {
  const image = cleanLine(listMatches(text, /^[ \t]*FROM\s+(?:--\S+\s+)*(\S+)/gim).at(-1), 80);
  return { stack: [image === undefined ? 'Docker' : `Docker (${image})`] };
};

/** Removes everything from an opening mark to its closing mark. A missing closing mark is searched for only once. */
function removeSpans(text: string, open: RegExp, close: (mark: string) => string): string {
  const unclosed = new Set<string>();
  let kept = '';
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(open)) {
    if (index < at || unclosed.has(mark)) continue;
    const end = text.indexOf(close(mark), index + mark.length);
    if (end === -1) {
      unclosed.add(mark);
      continue;
    }
    kept += text.slice(at, index);
    at = end + close(mark).length;
  }
  return kept + text.slice(at);
}

function readTag(xml: string, tag: string): string | undefined {
  const inner = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  // Only the build can resolve a value such as ${revision}.
  return inner?.includes('${') === true ? undefined : cleanLine(inner, 2000);
}

const javaFrameworks: readonly [RegExp, string][] = [
  [/spring-boot|org\.springframework\.boot/, 'Spring Boot'],
  [/io\.quarkus/, 'Quarkus'],
  [/io\.micronaut/, 'Micronaut'],
  [/io\.ktor/, 'Ktor'],
  [/com\.android\.(application|library)/, 'Android'],
];

function nameJavaFrameworks(text: string): string[] {
  return javaFrameworks.flatMap(([pattern, name]) => (pattern.test(text) ? [name] : []));
}
