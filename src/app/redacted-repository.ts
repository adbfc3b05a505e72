/** A store that keeps no keys: whatever is written is redacted in its last form. */
import type { Journal, SessionRepository } from '../domain/repository.ts';
import { type Redactor, redactValue } from '../text/redactor.ts';

/** Wraps a repository. What it gives back was redacted when it was written. */
export function redactRepository(repository: SessionRepository, redact: Redactor): SessionRepository {
  return {
    ...repository,
    create: (session) => repository.create(redactValue(session, redact)),
    save: (session, expected) => repository.save(redactValue(session, redact), expected),
    addMessage: (id, message) => repository.addMessage(id, redactValue(message, redact)),
    openJournal: async (id) => redactJournal(await repository.openJournal(id), redact),
  };
}

function redactJournal(journal: Journal, redact: Redactor): Journal {
  return {
    ...journal,
    append: (line) => journal.append(redactValue(line, redact)),
    appendInput: ({ key, at, value }) => journal.appendInput({ key, at, value: redactValue(value, redact) }),
  };
}
