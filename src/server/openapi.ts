/** The OpenAPI description of the interface, generated from the schemas of requests and answers. */

import * as z from 'zod';
import { errorTable } from '../session/errors.ts';
import { eventSchema, speakingSchema } from '../session/event-schema.ts';
import {
  agentsSchema,
  callerSchema,
  estimateSchema,
  foundSchema,
  healthSchema,
  listedSchema,
  readySchema,
  recordedSchema,
  shownSchema,
  startedSchema,
  stateSchema,
  strategiesSchema,
} from './answers.ts';
import {
  callsSchema,
  commandSchema,
  formatSchema,
  listSchema,
  messageSchema,
  searchSchema,
  startSchema,
} from './bodies.ts';
import { discussionSchema } from './discussion-view.ts';
import { httpCodes } from './http-error.ts';

/** The error answer of every request. */
export const errorAnswerSchema = z.looseObject({
  error: z.looseObject({
    code: z.enum([...Object.keys(errorTable), ...httpCodes] as [string, ...string[]]),
    message: z.string().describe('what happened, and why'),
    hint: z.string().nullable().describe('what to do next'),
  }),
});

interface Operation {
  /** The name of the function in generated clients. */
  id: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  headers?: Readonly<Record<string, string>>;
  answer: { status: 200 | 202; type?: string; schema?: z.ZodType; description: string };
  isOpen?: boolean;
}

/** The operation at each address, in the order of the documentation. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /api/sessions': {
    id: 'listSessions',
    summary: 'Sessions, newest first, as `s2s roundtable list --json` gives them',
    query: listSchema,
    answer: { status: 200, schema: listedSchema, description: 'a part of the list' },
  },
  'GET /api/search': {
    id: 'search',
    summary: 'Sessions, items, positions, requirements and documents that contain the words',
    query: searchSchema,
    answer: { status: 200, schema: foundSchema, description: 'the best hits' },
  },
  'POST /api/sessions': {
    id: 'startSession',
    summary: 'Start a discussion; it waits while enough others are running',
    body: startSchema,
    headers: { 'Idempotency-Key': 'the same request under the same key is done once' },
    answer: { status: 202, schema: startedSchema, description: 'its id' },
  },
  'GET /api/sessions/{id}': {
    id: 'getSession',
    summary: 'A session as `s2s roundtable show --json` gives it, with the open round',
    answer: { status: 200, schema: shownSchema, description: 'the session' },
  },
  'GET /api/sessions/{id}/events': {
    id: 'followSession',
    summary: 'Everything that happens, as server-sent events; ends with the session',
    headers: { 'Last-Event-ID': 'the number of the last event that the reader has' },
    answer: {
      status: 200,
      type: 'text/event-stream',
      schema: z.union([eventSchema, speakingSchema]),
      description:
        '`id` is `seq`, `data` one event of `--ndjson`; comments while nothing happens. Between them, without an `id`, `seat-speaking`: what a seat has said so far',
    },
  },
  'POST /api/sessions/{id}/commands': {
    id: 'commandSession',
    summary: 'Steer a session, whoever runs it',
    body: commandSchema,
    headers: { 'Idempotency-Key': 'the same request under the same key is done once' },
    answer: { status: 202, schema: stateSchema, description: 'the state after it' },
  },
  'GET /api/sessions/{id}/calls': {
    id: 'listCalls',
    summary: 'Every model call and everything a person said, from the journal',
    query: callsSchema,
    answer: { status: 200, schema: recordedSchema, description: 'the lines, oldest first' },
  },
  'GET /api/sessions/{id}/documents/{type}': {
    id: 'getDocument',
    summary: 'A document from the session alone: adr, requirements, architecture, summary, or record',
    query: formatSchema,
    answer: { status: 200, type: '*/*', description: 'the document' },
  },
  'POST /api/estimate': {
    id: 'estimateSession',
    summary: 'What a discussion would cost; calls no model and stores nothing',
    body: startSchema,
    answer: { status: 200, schema: estimateSchema, description: 'the expected range' },
  },
  'GET /api/agents': {
    id: 'listAgents',
    summary: 'The roles that can sit at a table',
    answer: { status: 200, schema: agentsSchema, description: 'all roles' },
  },
  'GET /api/strategies': {
    id: 'listStrategies',
    summary: 'The ways a discussion can run',
    answer: { status: 200, schema: strategiesSchema, description: 'all strategies' },
  },
  'GET /api/me': {
    id: 'getCaller',
    summary: 'The caller, as far as the server knows, and what they may do',
    answer: {
      status: 200,
      schema: callerSchema,
      description: 'name is null for the holder of the server’s own token',
    },
  },
  'GET /api/openapi.json': {
    id: 'getDescription',
    summary: 'This description',
    answer: { status: 200, schema: z.looseObject({ openapi: z.string() }), description: 'OpenAPI 3.1' },
  },
  'GET /api/discussions/{id}': {
    id: 'getDiscussion',
    summary: 'A session as turns, for pages that know only turns',
    answer: { status: 200, schema: discussionSchema, description: 'the turns so far' },
  },
  'POST /api/discussions/{id}': {
    id: 'advanceDiscussion',
    summary: "The person's turn if one is due, else advice; answers when the panel can go no further",
    body: messageSchema,
    answer: { status: 200, schema: discussionSchema, description: 'the turns so far' },
  },
  'GET /healthz': {
    id: 'getHealth',
    summary: 'Whether the server is up',
    isOpen: true,
    answer: { status: 200, schema: healthSchema, description: 'it is' },
  },
  'GET /metrics': {
    id: 'getFigures',
    summary: 'Figures for Prometheus',
    answer: { status: 200, type: 'text/plain', description: 'its text format' },
  },
  'GET /readyz': {
    id: 'getReadiness',
    summary: 'Whether the store answers; 503 when it does not',
    isOpen: true,
    answer: { status: 200, schema: readySchema, description: 'it does' },
  },
};

/** The schemas that generated clients have types for. */
const named = new Map<z.ZodType, string>([
  [shownSchema, 'Session'],
  [listedSchema, 'SessionList'],
  [startSchema, 'SessionStart'],
  [startedSchema, 'SessionStarted'],
  [commandSchema, 'SessionCommand'],
  [stateSchema, 'SessionState'],
  [recordedSchema, 'CallList'],
  [estimateSchema, 'Estimate'],
  [agentsSchema, 'AgentList'],
  [strategiesSchema, 'StrategyList'],
  [foundSchema, 'SearchResults'],
  [callerSchema, 'Caller'],
  [discussionSchema, 'Discussion'],
  [messageSchema, 'DiscussionMessage'],
  [healthSchema, 'Health'],
  [readySchema, 'Readiness'],
  [errorAnswerSchema, 'Error'],
]);

/** The whole description, OpenAPI 3.1. `url` is where the server is reached. */
export function describeInterface(version: string, url: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', address = ''] = name.split(' ');
    paths[address] ??= {};
    paths[address][method.toLowerCase()] = describeOperation(address, operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 's2s', version, license: { name: 'MIT' } },
    servers: [{ url }],
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        [...named].map(([schema, name]) => [name, toSchema(schema, isGiven(schema) ? 'input' : 'output')]),
      ),
    },
    paths,
  };
}

function describeOperation(address: string, operation: Operation): Record<string, unknown> {
  const { id, summary, query, body, headers = {}, answer, isOpen } = operation;
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const text = { type: 'string' };
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => {
      return { name, in: 'query', schema: toSchema(schema as z.ZodType, 'input') };
    }),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: text,
    })),
  ];
  const { status, type = 'application/json', schema, description } = answer;
  const content = { [type]: { schema: schema === undefined ? text : refer(schema) } };
  return {
    operationId: id,
    summary,
    ...(isOpen === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: refer(body) } },
          },
        }),
    responses: {
      [status]: { description, content },
      default: {
        description: 'why the request failed',
        content: { 'application/json': { schema: refer(errorAnswerSchema) } },
      },
    },
  };
}

function isGiven(schema: z.ZodType): boolean {
  return Object.values(operations).some(({ body }) => body === schema);
}

/** A reference to a named schema, else the schema itself. */
function refer(schema: z.ZodType): Record<string, unknown> {
  const name = named.get(schema);
  return name === undefined ? toSchema(schema, 'output') : { $ref: `#/components/schemas/${name}` };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
