/** What a role brings to a rehearsal: the criteria, questions and checks in its agent file, in file order. */
import type { RequestFacts } from '../domain/model-request.ts';
import { shorten, stripMarks } from './text.ts';

/** The list items of an agent file, by purpose. No list is empty. */
export interface Persona {
  criteria: string[];
  questions: string[];
  checks: string[];
  specialties: string[];
}

const checkHeading = /check|before (?:you|it|they)|done|verify/i;
const criteriaHeading =
  /criteri|judge|measure|weigh|standard|responsib|principle|focus|care|perspective|look/i;
const yieldHeading = /yield|give way|concede|not your|do not|format|output|style|tone|example/i;

/** Reads an agent's body. Without list items, the persona comes from the specialties and the role. */
export function readPersona(
  agent: Pick<RequestFacts['agent'], 'role' | 'description' | 'body' | 'specialties'>,
): Persona {
  const items = readItems(agent.body);
  const questions = items.filter((item) => item.text.endsWith('?'));
  const rest = items.filter((item) => !item.text.endsWith('?') && !yieldHeading.test(item.heading));
  const checks = rest.filter((item) => checkHeading.test(item.heading));
  const judged = rest.filter(
    (item) => criteriaHeading.test(item.heading) && !checkHeading.test(item.heading),
  );
  const others = rest.filter((item) => !checkHeading.test(item.heading));
  const specialties = agent.specialties.length > 0 ? agent.specialties : [agent.role];
  const criteria = (judged.length > 0 ? judged : others).map((item) => item.text);
  return {
    criteria: orElse(
      criteria,
      specialties.map((specialty) => `what it means for ${specialty}`),
    ),
    questions: orElse(
      questions.map((item) => item.text),
      specialties.map((specialty) => `Who answers for ${specialty}, and how would they notice a mistake?`),
    ),
    checks: orElse(
      checks.map((item) => item.text),
      specialties.map((specialty) => `one example that shows ${specialty} at work`),
    ),
    specialties,
  };
}

function orElse(list: string[], otherwise: string[]): string[] {
  return list.length > 0 ? list : otherwise;
}

interface Item {
  heading: string;
  text: string;
}

/** All list items of a markdown body, outside of code blocks, with the heading (or line ending in a colon) above them. */
function readItems(body: string): Item[] {
  const items: Item[] = [];
  let heading = '';
  let current: string[] | null = null;
  let fenced = false;
  const close = () => {
    const text = current === null ? '' : cleanItem(current.join(' '));
    if (text.length >= 8) items.push({ heading, text });
    current = null;
  };
  for (const line of body.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const title =
      /^#{1,6}\s+(.+)$/.exec(line)?.[1] ??
      /^(?!\s*(?:[-*+]|\d+[.)])\s)\s{0,3}(\S.*?):?\*{0,2}:\s*\*{0,2}$/.exec(line)?.[1];
    const bullet = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?(.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      close();
      heading = stripMarks(title);
    } else if (bullet !== undefined) {
      close();
      current = [bullet];
    } else if (line.trim() === '') {
      close();
    } else if (current !== null) {
      (current as string[]).push(line.trim());
    }
  }
  close();
  return items;
}

/** The first sentence, on one line of at most 150 characters. */
function cleanItem(text: string): string {
  const plain = stripMarks(text);
  const first = /^.{20,}?[.?!](?=\s)/.exec(plain)?.[0] ?? plain;
  return shorten(first, 150).replace(/[.;]$/, '');
}
