/** What the server answers, as types: made from the schemas that its answers are tested against. */
import type * as z from 'zod';
import type { SpeakingEvent, StreamEvent } from '../domain/event-schema.ts';
import type {
  agentsSchema,
  estimateSchema,
  listedSchema,
  recordedSchema,
  shownSchema,
  stateSchema,
  strategiesSchema,
} from '../server/answers.ts';

export type Listed = z.infer<typeof listedSchema>;
export type ListedSession = Listed['sessions'][number];
/** A session, with what goes on in it. */
export type Shown = z.infer<typeof shownSchema>;
export type CommandState = z.infer<typeof stateSchema>;
export type Calls = z.infer<typeof recordedSchema>['calls'];
export type Estimate = z.infer<typeof estimateSchema>['estimate'];
export type Agents = z.infer<typeof agentsSchema>['agents'];
export type Strategies = z.infer<typeof strategiesSchema>['strategies'];

/** All that comes by the stream. */
export type PageEvent = StreamEvent | SpeakingEvent;
export type { SpeakingEvent };
