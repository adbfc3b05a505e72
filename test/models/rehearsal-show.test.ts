import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { holdSession } from './rehearsal-table.ts';

test('show', async () => {
  const env = process.env;
  const context = env['CTX'] ? readFileSync(env['CTX'], 'utf8') : undefined;
  const held = await holdSession({
    seed: Number(env['SEED'] ?? 1),
    workflow: (env['WF'] ?? 'design') as never,
    ...(env['ST'] ? { strategy: env['ST'] } : {}),
    ...(env['OUT'] ? { output: env['OUT'] as never } : {}),
    ...(context ? { context } : {}),
    ...(env['TOPIC'] ? { topic: env['TOPIC'] } : {}),
    onEscalation: (env['ESC'] ?? 'later') as never,
  });
  const s = held.session;
  for (const r of s.rounds) {
    console.log(
      `\n===== ROUND ${r.round} [${r.phase}] focus=${r.focus} topic=${r.topic_id} fb=${r.question_fallback} ${r.synthesis_fallback} losses=${r.losses}\nQ: ${r.question}`,
    );
    if (r.round === 1) console.log(r.context_summary);
    for (const a of held.replies.filter((a) => a.round === r.round && a.step === 'answer'))
      console.log(a.seat + ': ' + JSON.stringify(a.data, null, 1));
    console.log(
      `SYN: ${r.synthesis}\nCONS: ${JSON.stringify(r.consensus)}\nCHG: ${JSON.stringify(r.answers.map((a) => a.changed))} prop=${r.proposed_action} did=${r.next_action} rule=${r.decided_by_rule} over=${r.override} next=${r.next_focus} rec=${r.recommendation} moved=${r.moved}`,
    );
  }
  console.log(
    held.ended,
    held.reason,
    held.detail,
    s.outcome?.result,
    JSON.stringify(
      {
        esc: s.escalations.map((e) => [e.trigger, e.round, e.reason]),
        conf: s.conflicts.map((c) => [c.status, c.description, c.resolution]),
        cons: s.consensus,
        props: s.proposals.map((p) => [
          p.id,
          p.text,
          p.status,
          p.stances.map((x) => x.stance + ':' + x.reason),
        ]),
        art: s.artifacts.map((a) => [a.id, a.title, a.text, a.proposed_by]),
        oq: s.open_questions.map((q) => [q.text, q.raised_by]),
        ag: s.agenda.map((a) => [a.id, a.status]),
        dis: s.outcome?.dissent,
        use: s.usage,
      },
      null,
      1,
    ),
  );
  if (env['DOC']) {
    console.log(JSON.stringify(s.outcome?.document, null, 1));
  }
});
