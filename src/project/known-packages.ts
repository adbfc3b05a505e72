/** Packages that say something about a project's stack, with their usual names. */
const knownPackages: Readonly<Record<string, string>> = {
  '@angular/core': 'Angular',
  '@nestjs/core': 'NestJS',
  '@prisma/client': 'Prisma',
  '@sveltejs/kit': 'SvelteKit',
  'aws-cdk-lib': 'AWS CDK',
  actix: 'Actix',
  'actix-web': 'Actix Web',
  aiohttp: 'aiohttp',
  airflow: 'Airflow',
  alembic: 'Alembic',
  astro: 'Astro',
  axum: 'Axum',
  bullmq: 'BullMQ',
  celery: 'Celery',
  clap: 'clap',
  click: 'Click',
  commander: 'commander',
  django: 'Django',
  electron: 'Electron',
  express: 'Express',
  fastapi: 'FastAPI',
  fastify: 'Fastify',
  flask: 'Flask',
  'github.com/gin-gonic/gin': 'Gin',
  'github.com/labstack/echo': 'Echo',
  'github.com/spf13/cobra': 'Cobra',
  graphql: 'GraphQL',
  hono: 'Hono',
  httpx: 'HTTPX',
  ioredis: 'Redis',
  jest: 'Jest',
  knex: 'Knex',
  koa: 'Koa',
  laravel: 'Laravel',
  'laravel/framework': 'Laravel',
  mongodb: 'MongoDB',
  mongoose: 'MongoDB',
  mysql2: 'MySQL',
  next: 'Next.js',
  numpy: 'NumPy',
  nuxt: 'Nuxt',
  pandas: 'pandas',
  pg: 'PostgreSQL',
  phoenix: 'Phoenix',
  playwright: 'Playwright',
  psycopg: 'PostgreSQL',
  psycopg2: 'PostgreSQL',
  pydantic: 'Pydantic',
  pytest: 'pytest',
  rails: 'Ruby on Rails',
  react: 'React',
  'react-native': 'React Native',
  redis: 'Redis',
  reqwest: 'reqwest',
  rocket: 'Rocket',
  rspec: 'RSpec',
  serde: 'Serde',
  sidekiq: 'Sidekiq',
  sinatra: 'Sinatra',
  'socket.io': 'Socket.IO',
  sqlalchemy: 'SQLAlchemy',
  sqlx: 'SQLx',
  svelte: 'Svelte',
  'symfony/framework-bundle': 'Symfony',
  tailwindcss: 'Tailwind CSS',
  tokio: 'Tokio',
  torch: 'PyTorch',
  typeorm: 'TypeORM',
  uvicorn: 'Uvicorn',
  vite: 'Vite',
  vitest: 'Vitest',
  vue: 'Vue',
  webpack: 'webpack',
  zod: 'Zod',
};

/** The usual names of the known packages, in the order given, without duplicates. */
export function nameKnownPackages(packages: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const each of packages) {
    const plain = each.trim().toLowerCase();
    const known = Object.hasOwn(knownPackages, plain)
      ? knownPackages[plain]
      : knownPackages[plain.replace(/\/v\d+$/, '')];
    if (typeof known === 'string') names.add(known);
  }
  return [...names];
}

/** Patterns of compose-file images that belong to the stack. */
const knownImages: readonly [RegExp, string][] = [
  [/^(postgres|postgis|timescale)/, 'PostgreSQL'],
  [/^(mysql|mariadb)/, 'MySQL'],
  [/^mongo/, 'MongoDB'],
  [/^(redis|valkey)/, 'Redis'],
  [/^rabbitmq/, 'RabbitMQ'],
  [/kafka/, 'Kafka'],
  [/^(elasticsearch|opensearch)/, 'Elasticsearch'],
  [/^nginx/, 'nginx'],
  [/^traefik/, 'Traefik'],
  [/^nats/, 'NATS'],
  [/^minio/, 'MinIO'],
  [/^prom(etheus)?$/, 'Prometheus'],
  [/^grafana/, 'Grafana'],
];

/** The name of the service that an image runs; undefined for an unknown image. */
export function nameKnownImage(image: string): string | undefined {
  const name = image.toLowerCase().split('@')[0]?.split(':')[0]?.split('/').at(-1) ?? '';
  return knownImages.find(([pattern]) => pattern.test(name))?.[1];
}
