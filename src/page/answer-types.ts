/** Types of the server's answers, inferred from the schemas that the tests check the answers against. */
import type * as z from 'zod';
import type {
  agentsSchema,
  callerSchema,
  estimateSchema,
  foundSchema,
  listedSchema,
  shownSchema,
  startedSchema,
  stateSchema,
  strategiesSchema,
} from '../server/answers.ts';
import type { SpeakingEvent, StreamEvent } from '../session/event-schema.ts';

export type Listed = z.infer<typeof listedSchema>;
export type ListedSession = Listed['sessions'][number];
/** A session with its open round and its runner. */
export type Shown = z.infer<typeof shownSchema>;
/** What a search found. */
export type Found = z.infer<typeof foundSchema>;
export type Hit = Found['hits'][number];
export type CommandState = z.infer<typeof stateSchema>;
export type Caller = z.infer<typeof callerSchema>;
export type Started = z.infer<typeof startedSchema>;
/** What a discussion may take, and what the person should know before. */
export type Estimated = z.infer<typeof estimateSchema>;
export type Estimate = Estimated['estimate'];
export type Agents = z.infer<typeof agentsSchema>['agents'];
export type Strategies = z.infer<typeof strategiesSchema>['strategies'];

/** Everything that the stream sends. */
export type PageEvent = StreamEvent | SpeakingEvent;
export type { SpeakingEvent };
