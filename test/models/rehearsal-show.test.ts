import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { holdSession } from './rehearsal-table.ts';
test('show', async () => {
  const env = process.env;
  const context = env['CTX'] ? readFileSync(env['CTX'],'utf8') : undefined;
  const held = await holdSession({ seed: Number(env['SEED'] ?? 1), workflow: (env['WF'] ?? 'design') as never, ...(env['ST']?{strategy:env['ST']}:{}), ...(context ? { context } : {}), ...(env['TOPIC']?{topic:env['TOPIC']}:{}), onEscalation: (env['ESC'] ?? 'stop') as never });
  for (const [i, r] of held.session.rounds.entries()) {
    console.log(`\n===== ROUND ${r.round} [${r.phase}] focus=${r.focus} topic=${r.topic_id}\nQ: ${r.question}`);
    if (r.round===1) console.log(r.context_summary);
    for (const a of held.answers.filter(a=>a.round===r.round)) console.log(JSON.stringify({ seat: a.seat, ...a.reply }, null, 1));
    console.log(`SYN: ${r.synthesis}\nCONS: ${JSON.stringify(r.consensus)}\nCHG: ${JSON.stringify(r.answers.map(a=>a.changed))} prop=${r.proposed_action} next=${r.next_focus} rec=${r.recommendation} moved=${r.moved}`);
    console.log('DEC', JSON.stringify(held.decisions[i]));
  }
  const s = held.session;
  console.log(held.ended, held.triggers, JSON.stringify({conf: s.conflicts, cons: s.consensus, props: s.proposals.map(p=>[p.id,p.text,p.status,p.stances.map(x=>x.stance)]), art: s.artifacts.map(a=>[a.id,a.title,a.text,a.proposed_by]), oq: s.open_questions, ag: s.agenda.map(a=>[a.id,a.status])}, null, 1));
  if (env['DRAFT']) console.log(JSON.stringify(await held.draft((env['DRAFT']) as never), null, 1));
});
