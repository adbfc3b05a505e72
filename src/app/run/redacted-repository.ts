/** A repository that stores no keys: it redacts everything just before it is written. */
import type { Journal, SessionRepository } from '../../session/ports/repository.ts';
import type { DataRedactor } from '../../text/secrets/redactor.ts';

/** Wraps a repository. Reads need no redaction: the data was redacted when it was written. */
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
