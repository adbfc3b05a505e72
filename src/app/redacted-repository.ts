/** A store that keeps no keys: whatever is written is redacted in its last form. */
import type { Journal, SessionRepository } from '../domain/repository.ts';
import type { DataRedactor } from '../text/redactor.ts';

/** Wraps a repository. What it gives back was redacted when it was written. */
export function redactRepository(repository: SessionRepository, redact: DataRedactor): SessionRepository {
  return {
    ...repository,
    create: (session) => repository.create(redact(session)),
    save: (session, expected) => repository.save(redact(session), expected),
    addMessage: (id, message) => repository.addMessage(id, redact(message)),
    openJournal: async (id) => redactJournal(await repository.openJournal(id), redact),
  };
}

function redactJournal(journal: Journal, redact: DataRedactor): Journal {
  return {
    ...journal,
    append: (line) => journal.append(redact(line)),
    appendInput: ({ key, at, value }) => journal.appendInput({ key, at, value: redact(value) }),
  };
}
