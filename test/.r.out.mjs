// src/session/schema.ts
import { z } from "zod";
var schemaVersion = 1;
var idPattern = /^[a-z0-9][a-z0-9-]*$/;
var workflowTypes = ["roundtable", "specs", "design", "brainstorm"];
var outputTypes = ["adr", "requirements", "architecture", "summary"];
var sessionStatuses = ["active", "paused", "completed", "closed"];
var pauseReasons = [
  "person",
  "signal",
  "time",
  "budget",
  "no-quorum",
  "waiting-for-person"
];
var mechanisms = [
  "majority",
  "weighted_majority",
  "unanimous",
  "consent",
  "facilitator_decides",
  "none"
];
var participations = ["parallel", "sequential", "targeted"];
var speakingOrders = ["listed", "random", "rotating"];
var stances = ["support", "stand_aside", "block"];
var nextActions = ["continue", "phase", "conclude", "escalate", "pause"];
var outcomeResults = [
  "consensus",
  "partial-consensus",
  "stable-disagreement",
  "decided",
  "collected",
  "max-rounds",
  "skipped",
  "limit"
];
var failureKinds = [
  "timeout",
  "rate-limit",
  "overloaded",
  "auth",
  "forbidden",
  "billing",
  "unknown-model",
  "bad-request",
  "too-large",
  "refusal",
  "truncated",
  "malformed",
  "empty",
  "network",
  "server",
  "cancelled"
];
var artifactTypes = [
  "REQ",
  "BR",
  "NFR",
  "EX",
  "ARCH",
  "COMP",
  "INT",
  "IDEA",
  "RISK",
  "MIT"
];
var count = z.number().int().min(0);
var instant = z.string();
var share = z.number().min(0).max(1).nullable();
var consensusRuleSchema = z.looseObject({
  mechanism: z.enum(mechanisms),
  threshold: z.number().min(0).max(1).nullable(),
  block_prevents_terminal: z.boolean(),
  stand_aside_allowed: z.boolean()
});
var settingsSchema = z.looseObject({
  verbose: z.boolean().default(false),
  interactive: z.boolean().default(false),
  language: z.string().nullable().default(null),
  participation: z.enum(participations).default("parallel"),
  speaking_order: z.enum(speakingOrders).default("listed"),
  max_finishes: z.number().int().min(1).nullable().default(null),
  min_rounds: z.number().int().min(1).default(3),
  max_rounds: z.number().int().min(1).default(20),
  max_rounds_per_phase: z.number().int().min(1).default(10),
  quorum: z.number().int().min(1).default(2),
  answer_retries: count.default(2),
  answer_min_characters: count.default(10),
  answer_max_characters: z.number().int().min(1).default(2e4),
  agent_timeout: z.number().positive().default(180),
  synthesizer_timeout: z.number().positive().nullable().default(null),
  seat_timeouts: z.array(z.looseObject({ seat: z.string(), seconds: z.number().positive() })).default([]),
  total_timeout: z.number().positive().nullable().default(null),
  max_turns: z.number().int().min(1).default(20),
  max_tokens: z.number().int().min(1).nullable().default(null),
  max_cost: z.number().positive().nullable().default(null),
  on_limit: z.enum(["pause", "conclude"]).default("pause"),
  escalation: z.looseObject({
    enabled: z.boolean().default(true),
    max_rounds_per_conflict: z.number().int().min(1).default(3),
    confidence_below: z.number().min(0).max(1).default(0.5),
    critical_keywords: z.array(z.string()).default(["security", "must-have", "blocking", "legal"])
  }).prefault({}),
  on_escalation: z.enum(["pause", "accept", "continue"]).default("pause"),
  consensus: consensusRuleSchema.prefault({
    mechanism: "majority",
    threshold: 0.6,
    block_prevents_terminal: true,
    stand_aside_allowed: true
  }),
  stop_when_stable: z.boolean().default(true),
  anonymize: z.boolean().default(false),
  combined: z.boolean().default(false),
  fast: z.boolean().default(false),
  grace_seconds: z.number().positive().default(20),
  max_participants: z.number().int().min(2).default(5),
  memory: z.looseObject({
    style: z.enum(["structured", "narrative"]).default("structured"),
    budget_tokens: z.number().int().min(100).default(2e3),
    compression_threshold: z.number().min(0.1).max(1).default(0.9),
    include_internal_reasoning: z.boolean().default(false)
  }).prefault({})
});
var participantSchema = z.looseObject({
  id: z.string().regex(idPattern),
  role: z.string(),
  kind: z.enum(["model", "human"]),
  model: z.string().nullable(),
  side: z.enum(["pro", "con"]).nullable(),
  /** True when the person gave the side; the facilitator gave it otherwise. A replay begins with given sides only. */
  side_given: z.boolean().optional()
});
var agendaTopicSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  critical: z.boolean(),
  status: z.enum(["pending", "partial", "covered"]),
  criteria: z.array(z.string()),
  criteria_met: z.array(z.looseObject({ criterion: z.string(), round: count }))
});
var stanceSchema = z.looseObject({
  seat: z.string(),
  stance: z.enum(stances),
  reason: z.string(),
  round: count
});
var proposalSchema = z.looseObject({
  id: z.string(),
  text: z.string(),
  opened_in: count,
  status: z.enum(["open", "agreed", "rejected", "withdrawn"]),
  decided_by: z.enum(["count", "facilitator", "user"]).nullable(),
  stances: z.array(stanceSchema)
});
var consensusSchema = z.looseObject({
  id: z.string(),
  proposal_id: z.string().nullable(),
  text: z.string(),
  round: count,
  supported_by: z.array(z.string()),
  stood_aside: z.array(z.string())
});
var positionSchema = z.looseObject({ seat: z.string(), text: z.string() });
var conflictSchema = z.looseObject({
  id: z.string(),
  description: z.string(),
  status: z.enum(["open", "resolved"]),
  opened_in: count,
  rounds_open: count,
  positions: z.array(positionSchema),
  resolution: z.string().nullable(),
  resolution_type: z.enum(["consensus", "user", "policy", "facilitator"]).nullable(),
  resolved_in: count.nullable()
});
var artifactSchema = z.looseObject({
  id: z.string(),
  type: z.enum(artifactTypes),
  title: z.string(),
  text: z.string(),
  rationale: z.string().default(""),
  priority: z.enum(["must", "should", "could", "wont"]).nullable().default(null),
  acceptance: z.array(z.string()).default([]),
  /** For a mitigation: the risk it answers; for an amendment chain nothing. */
  related_to: z.array(z.string()).default([]),
  status: z.enum(["proposed", "amended", "withdrawn"]),
  round: count,
  topic_id: z.string().nullable(),
  proposed_by: z.array(z.string()),
  history: z.array(z.looseObject({ round: count, change: z.string(), text: z.string() })).default([])
});
var openQuestionSchema = z.looseObject({
  id: z.string(),
  text: z.string(),
  raised_by: z.array(z.string()),
  round: count,
  status: z.enum(["open", "answered"]),
  answer: z.string().nullable()
});
var escalationTriggers = [
  "facilitator",
  "conflict-age",
  "critical-keyword",
  "low-confidence"
];
var escalationSchema = z.looseObject({
  id: z.string(),
  round: count,
  trigger: z.enum(escalationTriggers),
  /** The conflict's id, or null when no single conflict is meant. */
  subject: z.string().nullable(),
  reason: z.string(),
  positions: z.array(positionSchema),
  recommendation: z.string().nullable(),
  status: z.enum(["pending", "answered"]),
  decision: z.enum(["accept", "own", "continue"]).nullable(),
  text: z.string().nullable(),
  extra_rounds: count,
  answered_by: z.enum(["user", "policy"]).nullable(),
  answered_at: instant.nullable()
});
var failureSchema = z.looseObject({
  round: count,
  step: z.string(),
  seat: z.string(),
  kind: z.enum(failureKinds),
  message: z.string(),
  request_id: z.string().nullable()
});
var usageSchema = z.looseObject({
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  cost_usd: z.number().min(0).nullable()
});
var answerSchema = z.looseObject({
  seat: z.string(),
  position: z.string(),
  confidence: share,
  /** Whether the position differs from the seat's previous one, as the seat says; null in its first answer. */
  changed: z.boolean().nullable(),
  /** The argument that changed it, as the seat says; null when it named none. */
  cause: z.string().nullable(),
  duration_ms: count
});
var fullAnswerSchema = z.looseObject({
  id: z.string(),
  role: z.string(),
  position: z.string(),
  rationale: z.array(z.string()),
  concerns: z.array(z.string()),
  confidence: share,
  facts: z.array(z.string()),
  assumptions: z.array(z.string()),
  questions: z.array(z.string()),
  context_challenge: z.string().nullable(),
  changed_because: z.string().nullable(),
  stances: z.array(z.looseObject({ proposal_id: z.string(), stance: z.enum(stances), reason: z.string() }))
});
var seatTextSchema = z.looseObject({ seat: z.string(), text: z.string() });
var roundSchema = z.looseObject({
  round: z.number().int().min(1),
  phase: z.string(),
  focus: z.string(),
  topic_id: z.string().nullable(),
  question: z.string(),
  /** Why the program's own question stands here instead of the facilitator's, else null. */
  question_fallback: z.string().nullable().default(null),
  context_summary: z.string(),
  asked: z.array(z.string()),
  failed: z.array(z.string()),
  /** Seats that said nothing on purpose: a person who passed, a seat that sits this round out. */
  passed: z.array(z.string()).default([]),
  speaking_order: z.array(z.string()),
  answers: z.array(answerSchema),
  context_challenges: z.array(seatTextSchema),
  facts: z.array(seatTextSchema),
  assumptions: z.array(seatTextSchema),
  /** With `memory.include_internal_reasoning`: what each seat noted for itself; shown to that seat only. */
  private_notes: z.array(seatTextSchema).default([]),
  synthesis: z.string(),
  /** Why the program assembled the synthesis itself, else null. */
  synthesis_fallback: z.string().nullable().default(null),
  consensus: z.array(z.string()),
  conflicts: z.array(
    z.looseObject({ id: z.string(), description: z.string(), positions: z.array(positionSchema) })
  ),
  resolved: z.array(
    z.looseObject({ conflict_id: z.string(), resolution: z.string(), resolution_type: z.string() })
  ),
  agenda_coverage: z.array(
    z.looseObject({ topic_id: z.string(), status: z.enum(["pending", "partial", "covered"]) })
  ),
  /** What nobody can see from the counts alone: did anything move in this round (for the stopping rule). */
  moved: z.array(z.string()).default([]),
  proposed_action: z.enum(["continue", "phase", "conclude", "escalate"]),
  next_action: z.enum(nextActions).nullable(),
  /** The row of the decision table that held. */
  decided_by_rule: z.number().int().nullable().default(null),
  override: z.string().nullable(),
  /** How a conclusion came about when it was not proposed, so that an interrupted completion keeps its label. */
  ending: z.enum(["skipped", "max-rounds", "stable", "limit"]).nullable().default(null),
  /** What followed once the person had answered this round's escalations. */
  after_escalation: z.enum(["continue", "phase", "conclude"]).nullable().default(null),
  next_focus: z.string().nullable(),
  /** The next question, where the synthesis brought one along (`combined`). */
  next_question: z.looseObject({
    question: z.string(),
    context_summary: z.string(),
    participants: z.array(z.string()),
    focus: z.string(),
    topic_id: z.string().nullable()
  }).nullable().optional(),
  escalation_reason: z.string().nullable(),
  recommendation: z.string().nullable().default(null),
  /** Parts of replies that could not be read, one sentence each. */
  losses: z.array(z.string()).default([]),
  started_at: instant,
  ended_at: instant,
  usage: usageSchema,
  usage_by_seat: z.array(z.looseObject({ seat: z.string(), usage: usageSchema })).default([]),
  participant_responses: z.array(fullAnswerSchema).optional()
});
var receiptSchema = z.looseObject({
  path: z.string(),
  sent_characters: count,
  of_characters: count,
  note: z.string()
});
var documentSchema = z.looseObject({
  type: z.enum(outputTypes),
  assembled_by: z.enum(["synthesizer", "program"]),
  /** Why the program had to assemble it, else null. */
  reason: z.string().nullable(),
  content: z.record(z.string(), z.unknown()),
  /** Citations in the content that name a round or seat that does not exist, as `path: round/seat`. */
  unsupported: z.array(z.string())
});
var outcomeSchema = z.looseObject({
  result: z.enum(outcomeResults),
  degraded: z.boolean(),
  degradation: z.array(z.string()),
  summary: z.string(),
  recommendation: z.string().nullable(),
  /** A minority position stays here unless its holder gave it up. */
  dissent: z.array(z.looseObject({ seat: z.string(), text: z.string(), round: count })),
  document: documentSchema.nullable(),
  files: z.array(z.looseObject({ type: z.string(), path: z.string() }))
});
var seatModelSchema = z.looseObject({ agent: z.string(), model: z.string() });
var sessionSchema = z.looseObject({
  schema_version: z.literal(schemaVersion),
  id: z.string().regex(idPattern),
  topic: z.string().min(1),
  workflow_type: z.enum(workflowTypes),
  strategy: z.string(),
  /** Why this strategy was taken: flag, configuration, or the words of the topic. */
  strategy_reason: z.string().default(""),
  output_type: z.enum(outputTypes),
  status: z.enum(sessionStatuses),
  pause_reason: z.enum(pauseReasons).nullable(),
  created_at: instant,
  updated_at: instant,
  paused_at: instant.nullable(),
  completed_at: instant.nullable(),
  rehearsal: z.boolean(),
  project: z.looseObject({ name: z.string() }),
  facilitator: seatModelSchema,
  synthesizer: seatModelSchema,
  participants: z.array(participantSchema).min(1),
  panel: z.looseObject({
    chosen_by: z.enum(["flag", "config", "topic"]),
    scores: z.array(z.looseObject({ id: z.string(), score: z.number(), level: z.number().int() }))
  }),
  settings: settingsSchema,
  inputs: z.looseObject({
    agents: z.string(),
    strategy: z.string(),
    agenda: z.string(),
    context: z.string(),
    prompts: z.string()
  }),
  context_files: z.array(receiptSchema),
  /** A whole number from which everything random in this session follows. */
  seed: z.number().int().min(0),
  /** The marker that fences data in prompts; random for each session. */
  fence: z.string().min(8),
  current_phase: z.string(),
  total_rounds: count,
  /** Answers in all rounds. */
  total_turns: count.default(0),
  turn: z.looseObject({ order: z.array(z.string()), index: count, next_speaker: z.string().nullable() }).prefault({ order: [], index: 0, next_speaker: null }),
  agenda: z.array(agendaTopicSchema),
  proposals: z.array(proposalSchema),
  consensus: z.array(consensusSchema),
  conflicts: z.array(conflictSchema),
  artifacts: z.array(artifactSchema),
  open_questions: z.array(openQuestionSchema),
  escalations: z.array(escalationSchema),
  guidance: z.array(z.looseObject({ after_round: count, text: z.string() })),
  failures: z.array(failureSchema),
  usage: usageSchema,
  /** The part of `usage` that came after the last round: ballot and draft. */
  completion_usage: usageSchema.prefault({
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0
  }),
  /**
   * Calls of a round (or of the completion) that a pause interrupted, by key. What a resumed run gets back from the
   * journal is counted there; the rest counts from here, so that `usage` holds every call once.
   */
  open_calls: z.array(z.looseObject({ key: z.string(), usage: usageSchema })).optional(),
  /** What the two sides of a debate stand for, as the facilitator said in its first question. */
  sides: z.looseObject({ pro: z.string(), con: z.string() }).optional(),
  /** For a replay: the session whose journal answers, and what happens with calls that it lacks. */
  replay: z.looseObject({ of: z.string().regex(idPattern), missing: z.enum(["fail", "ask"]) }).optional(),
  /** The round after which the final ballot was held; absent before it. */
  ballot_after: count.optional(),
  outcome: outcomeSchema.nullable(),
  rounds: z.array(roundSchema)
});

// src/documents/markdown-text.ts
var invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;
function cleanText(text2) {
  return text2.replace(/\p{Surrogate}/gu, "\uFFFD").replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(invisible, "").normalize("NFC");
}
function inline(text2) {
  return escapeLineStart(escapeLine(cleanText(text2).replace(/\s+/gu, " ").trim()));
}
function shown(text2) {
  return inline(text2) || "\u2013";
}
function heading(text2, fallback) {
  const line = cleanText(text2).replace(/\s+/gu, " ").trim().replace(/^[#\s]+/u, "").replace(/[\s.,;:!。，；：！#]+$/u, "");
  return line === "" ? fallback : inline(line);
}
function block(text2) {
  const groups = [];
  let open = null;
  for (const line of cleanText(text2).split("\n")) {
    const plain = line.replace(/\s+/gu, " ").trim();
    const item = /^[-*+•] (\S.*)$/u.exec(plain)?.[1];
    if (plain === "") {
      open = null;
      continue;
    }
    if (open === null || open.list !== (item !== void 0)) {
      const last = groups.at(-1);
      if (last?.list && item !== void 0) open = last;
      else {
        open = { list: item !== void 0, lines: [] };
        groups.push(open);
      }
    }
    open.lines.push(item === void 0 ? inline(plain) : `* ${inline(item)}`);
  }
  return groups.map((group) => group.lines.join("\n")).join("\n\n");
}
function escapeLine(line) {
  let result = "";
  let rest = line;
  while (rest !== "") {
    const special = /(?<![`\\])`(?!`)([^`]*[^`\s][^`]*)`(?!`)|https?:\/\/[^\s<>[\]`\\]+/iu.exec(rest);
    if (special === null) return result + escapePlain(rest);
    result += escapePlain(rest.slice(0, special.index));
    if (special[1] !== void 0) {
      result += codeSpan(special[1]);
      rest = rest.slice(special.index + special[0].length);
    } else {
      const address = trimAddress(special[0]);
      result += address === "" ? escapePlain(special[0]) : `<${address.replace(/\|/g, "%7C")}>`;
      rest = rest.slice(special.index + (address === "" ? special[0].length : address.length));
    }
  }
  return result;
}
function codeSpan(code) {
  return /\||<!--/.test(code) ? `\\\`${escapePlain(code)}\\\`` : `\`${code.trim()}\``;
}
function trimAddress(address) {
  let end = address.replace(/[.,;:!?'"*_~]+$/u, "");
  while (end.endsWith(")") && !end.includes("(")) end = end.slice(0, -1).replace(/[.,;:!?'"*_~]+$/u, "");
  return /^https?:\/\/[^\s/]/iu.test(end) ? end : "";
}
function escapePlain(part) {
  return part.replace(/\\(?=[^\p{L}\p{N}\s]|$)/gu, "\\\\").replace(/[`[\]|~]/g, "\\$&").replace(/<(?=[a-z/!?])/giu, "\\<").replace(/(?<=<)!/g, "\\!").replace(/&(?=#?\w+;)/g, "\\&").replace(/\*(?! )|(?<! )\*/g, "\\*").replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_").replace(/\{(?=[{%:#])/g, "\\{").replace(/\$(?=\$)/g, "\\$").replace(/(?<=\w)@(?=[\w-]+\.\w)|(?<=www)\.|(?<=\w):(?=\/\/)/giu, "\\$&");
}
function escapeLineStart(line) {
  return line.replace(/^(?:#|[-+](?=[ +-]|$)|\*(?= |$)|=|>|:(?=[-:])|_(?=_))/u, "\\$&").replace(/^(\d{1,9})([.)])(?= |$)/u, "$1\\$2");
}

// src/documents/citations.ts
function createCitationCheck(session) {
  const spoken = /* @__PURE__ */ new Set();
  const note = (round2, seat2) => {
    spoken.add(`${round2}/${seat2}`);
  };
  for (const round2 of session.rounds) {
    for (const answer of round2.answers) note(round2.round, answer.seat);
    if (round2.synthesis.trim() === "") continue;
    for (const seat2 of ["facilitator", "synthesizer", session.facilitator.agent, session.synthesizer.agent]) {
      note(round2.round, seat2);
    }
  }
  for (const proposal of session.proposals) {
    for (const stance of proposal.stances) note(stance.round, stance.seat);
  }
  for (const entry of session.guidance) note(entry.after_round, "human");
  for (const escalation of session.escalations) {
    if (escalation.answered_by === "user") note(escalation.round, "human");
  }
  const held = new Set(session.rounds.map((round2) => round2.round));
  return (source) => held.has(source.round) && spoken.has(`${source.round}/${source.seat}`);
}
function findUnsupported(content2, session) {
  const holds = createCitationCheck(session);
  const found = [];
  const walk = (value, path) => {
    if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        if (path.endsWith("sources") && isSource(entry)) {
          if (!holds(entry)) found.push(`${path}[${index}]: ${entry.round}/${entry.seat}`);
        } else walk(entry, `${path}[${index}]`);
      });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, entry] of Object.entries(value)) walk(entry, path === "" ? key : `${path}.${key}`);
    }
  };
  walk(content2, "");
  return found;
}
function formatCitations(sources2, holds) {
  const marks = sources2.map((source) => {
    const name = `R${source.round} ${inline(source.seat)}`;
    return holds(source) ? ` [${name}]` : ` [${name}: not in this session]`;
  });
  return [...new Set(marks)].join("");
}
function isSource(value) {
  if (typeof value !== "object" || value === null) return false;
  const source = value;
  return typeof source["round"] === "number" && typeof source["seat"] === "string";
}

// src/documents/markdown-lines.ts
function findFencedLines(lines) {
  const fenced = /* @__PURE__ */ new Set();
  for (let index = 0; index < lines.length; index += 1) {
    const open = /^ {0,3}(`{3,}|~{3,})/.exec(lines[index] ?? "")?.[1];
    if (open === void 0) continue;
    const close = lines.findIndex((line, at) => {
      const mark = line.trim();
      return at > index && /^(?:`{3,}|~{3,})$/.test(mark) && mark.startsWith(open);
    });
    if (close === -1) continue;
    for (let at = index; at <= close; at += 1) fenced.add(at);
    index = close;
  }
  return fenced;
}
function findFrontMatterEnd(lines) {
  return lines[0]?.trimEnd() === "---" ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") : -1;
}
function listHeadings(lines) {
  const fenced = findFencedLines(lines);
  const start = findFrontMatterEnd(lines) + 1;
  const headings = [];
  for (let index = start; index < lines.length; index += 1) {
    if (fenced.has(index)) continue;
    const line = lines[index] ?? "";
    const [, marks, text2] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? [];
    if (marks !== void 0) {
      headings.push({ line: index, depth: marks.length, text: (text2 ?? "").trim() });
      continue;
    }
    const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
    const above = lines[index - 1] ?? "";
    const paragraph = index - 1 >= start && !fenced.has(index - 1) && /^ {0,3}[^\s#>*+|<-]/.test(above);
    if (under !== void 0 && paragraph) {
      headings.push({ line: index - 1, depth: under.startsWith("=") ? 1 : 2, text: above.trim() });
    }
  }
  return headings;
}

// src/documents/managed-blocks.ts
var beginLine = /^<!-- s2s:begin ([A-Za-z0-9-]+) from ([a-z0-9-]+\/[A-Za-z0-9-]+) sum ([0-9a-f]{16}) -->\s*$/;
function formatManagedBlock(part) {
  const body = tidyBody(part.body);
  return [
    `<!-- s2s:begin ${part.name} from ${part.origin} sum ${computeSum(body)} -->`,
    "",
    body,
    "",
    `<!-- s2s:end ${part.name} -->`
  ].join("\n");
}
function tidyBody(body) {
  return body.replace(/[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n").trim();
}
function parseManagedBlocks(lines) {
  const blocks = [];
  let open = null;
  const fenced = findFencedLines(lines);
  lines.forEach((line, index) => {
    if (fenced.has(index)) return;
    const [, name, origin, sum] = beginLine.exec(line) ?? [];
    if (name !== void 0 && origin !== void 0 && sum !== void 0) {
      open = { name, origin, sum, start: index };
    } else if (open !== null && line.trimEnd() === `<!-- s2s:end ${open.name} -->`) {
      const body = lines.slice(open.start + 1, index).join("\n").trim();
      blocks.push({ ...open, body, edited: computeSum(body) !== open.sum, end: index });
      open = null;
    }
  });
  return blocks;
}
function computeSum(text2) {
  let hash = 0xcbf29ce484222325n;
  const plain = text2.replace(/[^\S\n]*\r?$/gm, "").trim();
  for (let index = 0; index < plain.length; index += 1) {
    hash = (hash ^ BigInt(plain.charCodeAt(index))) * 0x100000001b3n & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}

// src/documents/lint/document-text.ts
function readDocumentText(text2) {
  const lines = text2.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const fenced = findFencedLines(lines);
  return {
    lines,
    headings: listHeadings(lines),
    fenced,
    frontMatterEnd: findFrontMatterEnd(lines),
    skipped: findSkipped(lines, fenced)
  };
}
function findSectionEnd(document, heading2) {
  const next = document.headings.find((other) => other.line > heading2.line && other.depth <= heading2.depth);
  return next?.line ?? document.lines.length;
}
function listContentLines(document, heading2) {
  const found = [];
  for (let index = heading2.line + 1; index < findSectionEnd(document, heading2); index += 1) {
    const line = document.lines[index] ?? "";
    const isHeading = document.headings.some((other) => other.line === index) || /^ {0,3}(=+|-{2,})\s*$/.test(line);
    if (line.trim() !== "" && !isHeading && !document.skipped.has(index)) found.push(index);
  }
  return found;
}
function plainTitle(title) {
  return title.replace(/^[\d.]+\s+|^\d+\s*[.)-]\s*/, "").replace(/[*_`"]/g, "").replace(/[-\s]+/g, " ").trim().toLowerCase();
}
function findSkipped(lines, fenced) {
  const skipped = /* @__PURE__ */ new Set();
  let inside = false;
  lines.forEach((line, index) => {
    if (fenced.has(index)) return;
    if (!inside && !/^\s*<!--/.test(line)) return;
    skipped.add(index);
    const end = line.lastIndexOf("-->");
    inside = end === -1 && lines.slice(index + 1).some((later) => later.includes("-->"));
  });
  for (const block2 of parseManagedBlocks(lines)) {
    if (block2.name !== "record" && block2.name !== "notices") continue;
    for (let index = block2.start; index <= block2.end; index += 1) skipped.add(index);
  }
  return skipped;
}

// src/documents/lint/find-requirements.ts
var idText = "(?:[A-Z]{1,8}[-_])+\\d{1,6}(?:\\.\\d+)*";
var notRequirements = /^(?:ADR|ISO|IEC|IEEE|RFC|CF|OQ|RISK|MIT|ARCH|COMP|INT|IDEA|E|C|P|TC|TEST|UTF|SHA|CVE|PR|GH)[-_]/;
var modal = /\b(?:shall|must|should|will|can)\b/i;
var fieldLine = /^\s*(?:[-*+]\s+)?[*_]*(acceptance(?: criteria| criterion)?|priority|rationale|verification(?: method)?)[*_]*\s*:[*_]*\s*(.*)$/i;
var nothing = /^(?:none|tbd|todo|n\/a|-|–|nobody named (?:a criterion|one)|nobody gave one)\.?$/i;
function findRequirements(document) {
  const starts = listStarts(document);
  const tables = listTableRows(document);
  const found = starts.map((start, index) => {
    const headingAfter = document.headings.find((heading2) => heading2.line > start.line && (start.depth === 0 || heading2.depth <= start.depth));
    const end = Math.min(starts[index + 1]?.line ?? Number.POSITIVE_INFINITY, headingAfter?.line ?? document.lines.length);
    return readRequirement(document, start, end);
  });
  return [...found, ...tables].sort((a, b) => a.line - b.line);
}
function listStarts(document) {
  const headings = document.headings.flatMap((heading2) => {
    const [, id, rest] = new RegExp(`^[*\\[]*(${idText})[*\\]]*(?:\\s*[:.\u2013\u2014-]\\s*|\\s+|$)(.*)$`).exec(heading2.text) ?? [];
    const usable = id !== void 0 && !notRequirements.test(id) && !document.skipped.has(heading2.line);
    return usable ? [{ id, line: heading2.line, depth: heading2.depth, rest: rest ?? "" }] : [];
  });
  const item = new RegExp(`^\\s{0,3}(?:(?:[-*+]|\\d+[.)])\\s+)?[*\\[]*(${idText})[*\\]]*(?:\\s*[:.\u2013\u2014-]\\s*|\\s+)[*]*\\s*(\\S.*)$`);
  const items2 = document.lines.flatMap((line, index) => {
    if (index <= document.frontMatterEnd || document.fenced.has(index) || document.skipped.has(index)) return [];
    if (/^ {0,3}[#|>]/.test(line)) return [];
    const [, id, rest] = item.exec(line) ?? [];
    return id !== void 0 && rest !== void 0 && !notRequirements.test(id) && modal.test(rest) ? [{ id, line: index, depth: 0, rest }] : [];
  });
  return [...headings, ...items2].sort((a, b) => a.line - b.line);
}
function readRequirement(document, start, end) {
  const fields = {};
  let statement = start.depth === 0 || /\bshall\b/i.test(start.rest) ? start.rest : "";
  let statementLine = start.line;
  let open = null;
  let inStatement = start.depth === 0;
  const put = (field, text2) => {
    fields[field] = [fields[field] ?? "", text2.trim()].filter((part) => part !== "").join(" ");
  };
  for (let index = start.line + 1; index < end; index += 1) {
    const line = document.lines[index] ?? "";
    if (document.skipped.has(index)) continue;
    if (line.trim() === "") {
      inStatement = false;
      continue;
    }
    const heading2 = document.headings.find((one) => one.line === index);
    const [, name, value] = fieldLine.exec(heading2 === void 0 ? line : `${heading2.text}:`) ?? [];
    if (name !== void 0) {
      open = fieldOf(name);
      inStatement = false;
      put(open, value ?? "");
    } else if (heading2 !== void 0) open = null;
    else if (/^\s*(?:[-*+]\s+)?[*_]*[A-Z][\w /-]{2,30}[*_]*:/.test(line) && !/^\s{2,}/.test(line)) {
      const [, text2] = /^\s*(?:[-*+]\s+)?[*_]*(?:statement|description|requirement)[*_]*\s*:[*_]*\s*(.*)$/i.exec(line) ?? [];
      open = null;
      if (text2 !== void 0) [statement, statementLine, inStatement] = [text2, index, true];
    } else if (open !== null) put(open, line.replace(/^\s*[-*+]\s+/, ""));
    else if (inStatement) statement = `${statement} ${line.trim()}`;
    else if (statement === "" && !/^\s*(?:[-*+>|]|\d+[.)])\s?/.test(line)) {
      [statement, statementLine, inStatement] = [line.trim(), index, true];
    } else if (/^\s*(?:[-*+]\s+)?[*_]*given\b/i.test(line)) put("acceptance", line);
  }
  return { id: start.id, line: start.line, statement: statement.trim(), statementLine, ...settle(fields) };
}
function fieldOf(name) {
  const word = name.toLowerCase();
  return word.startsWith("accept") ? "acceptance" : word.startsWith("verif") ? "verification" : word.startsWith("prio") ? "priority" : "rationale";
}
function settle(fields) {
  const read = (field) => {
    const text2 = fields[field]?.trim() ?? "";
    return text2 === "" || nothing.test(text2) ? null : text2;
  };
  return { acceptance: read("acceptance"), priority: read("priority"), rationale: read("rationale"), verification: read("verification") };
}
function listTableRows(document) {
  let head2 = null;
  return document.lines.flatMap((line, index) => {
    if (!/^\s*\|/.test(line) || document.fenced.has(index) || document.skipped.has(index)) {
      head2 = null;
      return [];
    }
    const cells = line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (head2 === null) {
      head2 = cells.map((cell) => cell.toLowerCase());
      return [];
    }
    const at = cells.findIndex((cell) => new RegExp(`^[*\`\\[]*${idText}[*\`\\]]*$`).test(cell));
    const id = (cells[at] ?? "").replace(/[*`[\]]/g, "");
    const said = cells.findIndex((cell, column) => column !== at && (modal.test(cell) || /statement|description/.test(head2?.[column] ?? "")));
    if (at === -1 || said === -1 || notRequirements.test(id)) return [];
    const fields = {};
    head2.forEach((title, column) => {
      if (column === at || column === said || !/^(?:accept|prio|rationale|verif)/.test(title)) return;
      fields[fieldOf(title)] = cells[column] ?? "";
    });
    return [{ id, line: index, statement: cells[said] ?? "", statementLine: index, ...settle(fields) }];
  });
}

// src/documents/lint/lint-rules.ts
var lintRules = {
  "document/type": "error",
  "document/title": "error",
  "document/placeholder": "warning",
  "adr/section": "error",
  "adr/order": "error",
  "adr/status": "error",
  "adr/date": "warning",
  "adr/options": "error",
  "adr/chosen": "error",
  "adr/consequences": "warning",
  "req/none": "error",
  "req/unique-id": "error",
  "req/one-shall": "error",
  "req/ears": "error",
  "req/weak-word": "error",
  "req/acceptance": "error",
  "req/priority": "error",
  "req/rationale": "warning",
  "req/verification": "warning",
  "arc42/section": "error",
  "arc42/order": "error",
  "arc42/empty": "error",
  "arc42/silent": "warning",
  "citation/dangling": "error",
  "citation/marked": "warning"
};
function report(rule, index, message) {
  return { rule, severity: lintRules[rule], line: Math.max(index, 0) + 1, message };
}

// src/documents/lint/lint-adr.ts
var required = ["Context and Problem Statement", "Considered Options", "Decision Outcome"];
var order = [
  "Context and Problem Statement",
  "Decision Drivers",
  "Considered Options",
  "Decision Outcome",
  "Pros and Cons of the Options",
  "More Information"
];
var olderNames = { context: order[0], decision: order[3], options: order[2], alternatives: order[2], "alternatives considered": order[2] };
var statuses = ["proposed", "accepted", "rejected", "deprecated", "superseded"];
function lintAdr(document) {
  const sections2 = document.headings.filter((heading2) => heading2.depth === 2);
  const find = (title) => sections2.find((heading2) => plainTitle(heading2.text) === plainTitle(title));
  return [
    ...lintSections(document, sections2),
    ...lintStatus(document),
    ...lintDate(document),
    ...lintOptions(document, { options: find("Considered Options"), outcome: find("Decision Outcome") }),
    ...lintConsequences(document, find("Decision Outcome"))
  ];
}
function lintSections(document, sections2) {
  const problems = [];
  for (const title of required) {
    const found = sections2.find((heading2) => plainTitle(heading2.text) === plainTitle(title));
    if (found === void 0) {
      const older = sections2.find((heading2) => olderNames[plainTitle(heading2.text)] === title);
      const message = older === void 0 ? `The section "## ${title}" is missing.` : `The section "## ${older.text}" is called "## ${title}" in MADR.`;
      problems.push(report("adr/section", older?.line ?? document.headings[0]?.line ?? 0, message));
    } else if (listContentLines(document, found).length === 0) {
      problems.push(report("adr/section", found.line, `The section "## ${title}" is empty.`));
    }
  }
  let last = -1;
  for (const heading2 of sections2) {
    const rank = order.findIndex((title) => plainTitle(title) === plainTitle(heading2.text));
    if (rank === -1) continue;
    if (rank < last) problems.push(report("adr/order", heading2.line, `"## ${heading2.text}" stands before "## ${order[last] ?? ""}" in MADR.`));
    last = Math.max(last, rank);
  }
  return problems;
}
function readField(document, name) {
  const matter = new RegExp(`^${name}\\s*:\\s*(.*)$`, "i");
  const body = new RegExp(`^\\s*(?:[-*+]\\s+)?[*_]*${name}[*_]*\\s*:[*_]*\\s*(.*)$`, "i");
  for (const [index, line] of document.lines.entries()) {
    if (document.fenced.has(index)) continue;
    const value = (index < document.frontMatterEnd ? matter : body).exec(line)?.[1];
    if (value !== void 0) return { line: index, value: value.replace(/^["'*_]+|["'*_]+$/g, "").trim() };
  }
  const heading2 = document.headings.find((one) => plainTitle(one.text) === name);
  const at = heading2 === void 0 ? void 0 : listContentLines(document, heading2)[0];
  return at === void 0 ? null : { line: at, value: (document.lines[at] ?? "").trim() };
}
function lintStatus(document) {
  const status = readField(document, "status");
  if (status === null || status.value === "") return [report("adr/status", status?.line ?? 0, "The record has no status.")];
  const word = /^[a-z]+/i.exec(status.value)?.[0]?.toLowerCase() ?? "";
  return statuses.includes(word) ? [] : [report("adr/status", status.line, `"${status.value}" is no status; known are ${statuses.join(", ")}.`)];
}
function lintDate(document) {
  const date = readField(document, "date");
  if (date === null) return [report("adr/date", 0, "The record has no date.")];
  const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(date.value) ?? [];
  const real = day !== void 0 && !Number.isNaN(Date.parse(day));
  return real ? [] : [report("adr/date", date.line, `"${date.value}" is no date in the form 2026-01-31.`)];
}
function lintOptions(document, sections2) {
  const problems = [];
  const options = sections2.options === void 0 ? [] : listContentLines(document, sections2.options).flatMap((index) => {
    const [, text3] = /^ {0,1}(?:[-*+]|\d+[.)])\s+(.*\S)\s*$/.exec(document.lines[index] ?? "") ?? [];
    return text3 === void 0 ? [] : [text3];
  });
  if (sections2.options !== void 0 && options.length < 2) {
    problems.push(report("adr/options", sections2.options.line, `${options.length === 0 ? "No option is" : "Only one option is"} listed; a decision chooses between two at least.`));
  }
  if (sections2.outcome === void 0) return problems;
  const text2 = document.lines.slice(sections2.outcome.line + 1, findSectionEnd(document, sections2.outcome)).join("\n");
  const [, chosen] = /chosen option:\s*["“”'](.+?)["“”']\s*,?\s+because\b\s*\S/i.exec(text2) ?? [];
  if (chosen === void 0) {
    problems.push(report("adr/chosen", sections2.outcome.line, 'The outcome does not say: Chosen option: "\u2026", because \u2026.'));
  } else if (options.length > 0 && !options.some((option2) => sameOption(option2, chosen))) {
    problems.push(report("adr/chosen", sections2.outcome.line, `The chosen option "${chosen}" is not among the considered options.`));
  }
  return problems;
}
function sameOption(option2, chosen) {
  const plain = (text2) => plainTitle(text2.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/["“”'’\\]/g, ""));
  return plain(option2) === plain(chosen) || plain(option2).startsWith(plain(chosen)) || plain(chosen).startsWith(plain(option2));
}
function lintConsequences(document, outcome) {
  if (outcome === void 0) return [];
  const heading2 = document.headings.find((one) => plainTitle(one.text).endsWith("consequences"));
  return heading2 !== void 0 && listContentLines(document, heading2).length > 0 ? [] : [report("adr/consequences", heading2?.line ?? outcome.line, "The record names no consequences.")];
}

// src/documents/lint/lint-architecture.ts
var sections = [
  { title: "Introduction and Goals", also: [] },
  { title: "Architecture Constraints", also: ["Constraints"] },
  { title: "Context and Scope", also: ["System Scope and Context", "Scope and Context"] },
  { title: "Solution Strategy", also: [] },
  { title: "Building Block View", also: ["Building Blocks"] },
  { title: "Runtime View", also: [] },
  { title: "Deployment View", also: [] },
  { title: "Cross-cutting Concepts", also: ["Crosscutting Concepts", "Concepts"] },
  { title: "Architecture Decisions", also: ["Architectural Decisions", "Design Decisions"] },
  { title: "Quality Requirements", also: ["Quality Scenarios"] },
  { title: "Risks and Technical Debts", also: ["Risks and Technical Debt", "Risks"] },
  { title: "Glossary", also: [] }
];
function findArc42Section(heading2) {
  const plain = plainTitle(heading2);
  return sections.findIndex((section2) => [section2.title, ...section2.also].some((title) => plainTitle(title) === plain));
}
function lintArchitecture(document) {
  const problems = [];
  const found = document.headings.filter((heading2) => heading2.depth <= 2).map((heading2) => ({ heading: heading2, rank: findArc42Section(heading2.text) })).filter((one) => one.rank !== -1);
  sections.forEach((section2, rank) => {
    if (!found.some((one) => one.rank === rank)) {
      problems.push(report("arc42/section", document.headings[0]?.line ?? 0, `The section "${rank + 1}. ${section2.title}" is missing.`));
    }
  });
  let last = -1;
  for (const { heading: heading2, rank } of found) {
    if (rank < last) problems.push(report("arc42/order", heading2.line, `"${heading2.text}" stands before "${sections[last]?.title ?? ""}" in arc42.`));
    last = Math.max(last, rank);
    const content2 = listContentLines(document, heading2);
    if (content2.length === 0) problems.push(report("arc42/empty", heading2.line, `The section "${heading2.text}" is empty.`));
    else if (/^Nobody spoke about this\b/.test(document.lines[content2[0] ?? 0] ?? "")) {
      problems.push(report("arc42/silent", heading2.line, `Nobody spoke about "${heading2.text}".`));
    }
  }
  return problems;
}

// src/documents/lint/requirement-form.ts
var weakWords = [
  {
    reason: "subjective",
    words: /\b(?:user[- ]friendly|eas(?:y|ily)|intuitive(?:ly)?|simpl[ey]|fast|quick(?:ly)?|slow(?:ly)?|robust|efficient(?:ly)?|effective(?:ly)?|flexible|flexibly|powerful|modern|seamless(?:ly)?|convenient(?:ly)?|nice|attractive|elegant|reasonabl[ey]|good|bad)\b/gi
  },
  {
    reason: "ambiguous",
    words: /\b(?:appropriate(?:ly)?|adequate(?:ly)?|sufficient(?:ly)?|suitabl[ey]|proper(?:ly)?|significant(?:ly)?|normal(?:ly)?|usual(?:ly)?|typical(?:ly)?|general(?:ly)?|often|sometimes|soon|timely|almost|nearly|approximately|roughly|several|some|many|few|various|numerous|minimal(?:ly)?|maximal(?:ly)?|frequent(?:ly)?|regular(?:ly)?|relevant)\b|\b(?:about|around) (?=\d)|\band\/or\b/gi
  },
  { reason: "superlative", words: /\b(?:best|worst|optimal(?:ly)?|highest|lowest|fastest|greatest|state[- ]of[- ]the[- ]art|perfect(?:ly)?|maximi[sz]e[sd]?|minimi[sz]e[sd]?)\b/gi },
  { reason: "comparative", words: /\b(?:faster|slower|better|worse|easier|simpler|higher|lower|cheaper|safer)\b(?! than \d)/gi },
  {
    reason: "loophole",
    words: /\b(?:as (?:far|much|soon|quickly|appropriate|required|necessary|needed|applicable)(?: as possible)?|(?:if|when|where) (?:possible|necessary|needed|applicable|appropriate|practical|feasible|required)|to the extent|at least try|try to|attempt to|may|might|could|should)\b/gi
  },
  { reason: "open-ended", words: /\betc\b\.?|\band so on\b|\bincluding,? but not limited to\b|\bfor example\b|\be\.\s?g\.|\bsuch as\b|\btbd\b|\btbc\b/gi }
];
var keywords = ["where", "while", "when", "if"];
function findWeakWords(statement) {
  const plain = removeQuoted(statement);
  const found = /* @__PURE__ */ new Map();
  for (const { reason, words } of weakWords) {
    for (const [word] of plain.matchAll(words)) {
      const key = word.trim().toLowerCase();
      if (![...found.keys()].some((known) => known.includes(key))) found.set(key, reason);
    }
  }
  return [...found].map(([word, reason]) => ({ word, reason }));
}
function countShall(statement) {
  return removeQuoted(statement).match(/\bshall\b/gi)?.length ?? 0;
}
function findEarsProblem(statement) {
  const plain = removeQuoted(statement).replace(/\s+/g, " ").trim();
  const at = plain.search(/\bshall\b/i);
  if (at === -1) return 'it has no "shall"';
  if (!/^shall (?:not )?[\p{L}\p{N}_]/iu.test(plain.slice(at))) return 'nothing follows "shall"';
  const before = plain.slice(0, at).trim();
  const starts = [...before.matchAll(/(?:^|, (?:and )?)(where|while|when|if) /gi)].map((match) => (match[1] ?? "").toLowerCase());
  if (starts.length === 0) {
    const [first] = before.split(" ");
    if (before.includes(",")) return `it begins with "${first}", not with Where, While, When, If or the system`;
    return describeSubject(before);
  }
  if (!keywords.some((word) => before.toLowerCase().startsWith(`${word} `))) return "its condition does not stand first";
  const ranks = starts.map((word) => Math.min(keywords.indexOf(word), 2));
  if (ranks.some((rank, index) => index > 0 && rank < (ranks[index - 1] ?? 0))) return "its clauses are not in the order Where, While, When or If";
  if (ranks.filter((rank) => rank === 2).length > 1) return "it has more than one trigger";
  const comma = before.lastIndexOf(",");
  if (comma === -1) return "no comma ends its condition";
  const subject = before.slice(comma + 1).trim();
  if (starts.at(-1) === "if" && !/^then /i.test(subject)) return 'an If is answered by "then the <system> shall"';
  return describeSubject(subject.replace(/^then /i, ""));
}
function describeSubject(subject) {
  if (subject === "") return 'it names no system before "shall"';
  if (/^(?:it|this|that|they|these|those|he|she|we|you|there)\b/i.test(subject)) return `"${subject}" names no system`;
  return subject.split(" ").length > 8 ? 'what stands before "shall" is not the name of a system' : null;
}
function removeQuoted(statement) {
  return statement.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, "X").replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, "").replace(/\\(?=[^\w\s])/g, "");
}

// src/documents/lint/lint-requirements.ts
function lintRequirements(document) {
  const found = findRequirements(document);
  if (found.length === 0) {
    return [report("req/none", document.headings[0]?.line ?? 0, 'No requirement was found: each has an id such as REQ-001 and a statement with "shall".')];
  }
  const first = /* @__PURE__ */ new Map();
  return found.flatMap((one) => {
    const known = first.get(one.id);
    first.set(one.id, known ?? one);
    const twice = known === void 0 ? [] : [report("req/unique-id", one.line, `${one.id} is used already in line ${known.line + 1}.`)];
    return [...twice, ...lintRequirement(one)];
  });
}
function lintRequirement(one) {
  const problems = [];
  const add = (rule, message, line = one.line) => {
    problems.push(report(rule, line, `${one.id}: ${message}`));
  };
  const count2 = countShall(one.statement);
  if (one.statement === "") add("req/one-shall", "there is no statement.");
  else if (count2 === 0) {
    const other = /\b(?:must|should|will|can)\b/i.exec(one.statement)?.[0]?.toLowerCase();
    add("req/one-shall", other === void 0 ? 'the statement has no "shall".' : `the statement says "${other}" where a requirement says "shall".`, one.statementLine);
  } else if (count2 > 1) add("req/one-shall", `the statement has ${count2} times "shall"; each requirement stands alone.`, one.statementLine);
  const ears = count2 === 0 ? null : findEarsProblem(one.statement);
  if (ears !== null) add("req/ears", `the statement is in no EARS pattern: ${ears}.`, one.statementLine);
  for (const weak of findWeakWords(one.statement)) {
    add("req/weak-word", `"${weak.word}" is ${weak.reason}: it cannot be tested.`, one.statementLine);
  }
  if (one.acceptance === null) add("req/acceptance", "there is no acceptance criterion.");
  if (one.priority === null) add("req/priority", "there is no priority (must, should, could, won't).");
  else if (!/^[*_`]*(?:must|should|could|won['’]?t)\b/i.test(one.priority)) add("req/priority", `the priority "${one.priority}" is none of must, should, could, won't.`);
  if (one.rationale === null) add("req/rationale", "there is no rationale.");
  if (one.verification === null) add("req/verification", "there is no verification method (test, analysis, inspection, demonstration).");
  return problems;
}

// src/documents/lint/lint-file.ts
function lintFile(text2, path, options = {}) {
  const document = readDocumentText(text2);
  const type = options.type ?? detectType(document, path);
  const problems = [
    ...type === null ? [report("document/type", 0, "Nothing tells whether this is a decision record, requirements or an architecture description.")] : [],
    ...lintTitle(document),
    ...lintPlaceholders(document),
    ...type === "adr" ? lintAdr(document) : [],
    ...type === "requirements" ? lintRequirements(document) : [],
    ...type === "architecture" ? lintArchitecture(document) : [],
    ...lintCitations(document, options.session)
  ];
  return { type, problems: problems.sort((a, b) => a.line - b.line) };
}
function detectType(document, path) {
  const marked = document.lines.map((line) => /^<!-- s2s:document ([a-z]+) from /.exec(line)?.[1]).find((name) => name !== void 0);
  const known = outputTypes.find((type) => type === marked);
  if (known !== void 0) return known;
  const lines = document.lines.join("\n");
  if (/^<!-- s2s:ids created=/m.test(lines)) return "requirements";
  const titles = document.headings.map((heading2) => plainTitle(heading2.text));
  const has = (...names) => names.some((name) => titles.includes(name));
  if (has("decision outcome", "considered options", "context and problem statement") || has("decision") && has("context", "consequences")) return "adr";
  if (document.headings.filter((heading2) => findArc42Section(heading2.text) !== -1).length >= 4) return "architecture";
  if (findRequirements(document).length > 0) return "requirements";
  const place = path.toLowerCase().replaceAll("\\", "/");
  if (/(?:^|\/)(?:decisions?|adrs?)\/|(?:^|\/)adr[-_]?\d/.test(place)) return "adr";
  if (/(?:^|\/)(?:requirements?|srs)(?:[./_-]|$)|(?:^|\/)specifications?\//.test(place)) return "requirements";
  if (/(?:^|\/)(?:architecture|arc42)(?:[./_-]|$)/.test(place)) return "architecture";
  return null;
}
function lintTitle(document) {
  const titles = document.headings.filter((heading2) => heading2.depth === 1);
  if (titles.length > 1 && titles.filter((heading2) => findArc42Section(heading2.text) !== -1).length >= 4) return [];
  if (titles.length === 0) return [report("document/title", 0, "The document has no title (# \u2026).")];
  return titles.slice(1).map((heading2) => report("document/title", heading2.line, `"${heading2.text}" is a second title.`));
}
function lintPlaceholders(document) {
  return document.lines.flatMap((line, index) => {
    if (index <= document.frontMatterEnd || document.fenced.has(index) || document.skipped.has(index)) return [];
    const plain = line.replace(/`[^`]*`/g, "").replace(/\\./g, "");
    const found = /\b(?:TODO|TBD|FIXME)\b|\{\{.*?\}\}|(?<![$\w])\{[a-z][a-z ,…|/-]{4,}\}/.exec(plain)?.[0];
    return found === void 0 ? [] : [report("document/placeholder", index, `"${found}" is left to be filled in.`)];
  });
}
function lintCitations(document, session) {
  const holds = session === void 0 ? () => true : createCitationCheck(session);
  return document.lines.flatMap((line, index) => {
    if (document.fenced.has(index)) return [];
    return [...line.matchAll(/(?<!\\)\[R(\d{1,6}) ([^\]\\:]+?)(: not in this session)?\](?!\()/g)].flatMap(([citation, round2, seat2, marked]) => {
      if (marked !== void 0) return [report("citation/marked", index, `${citation} does not hold, as the document says.`)];
      if (holds({ round: Number(round2), seat: seat2 ?? "" })) return [];
      return [report("citation/dangling", index, `${citation} names a round or a seat that did not speak in it.`)];
    });
  });
}

// src/documents/schema.ts
import { z as z3 } from "zod";

// src/documents/lenient-fields.ts
import { z as z2 } from "zod";
function text(description) {
  return z2.preprocess(readText, z2.string().describe(description));
}
function optionalText(description) {
  return z2.preprocess((value) => {
    const read = readText(value).trim();
    return /^(?:|null|none|n\/a|-)$/i.test(read) ? null : read;
  }, z2.string().nullable().describe(description));
}
function texts(description) {
  return z2.preprocess(
    (value) => readList(value).map(readText).filter((line) => line.trim() !== ""),
    z2.array(z2.string()).describe(description)
  );
}
function choice(words, options) {
  return z2.preprocess((value) => {
    const plain = (word) => word.toLowerCase().replace(/[^a-z]/g, "");
    const read = plain(readText(value));
    return words.find((word) => plain(word) === read) ?? options.fallback;
  }, z2.enum(words).describe(options.description));
}
function items(item, options) {
  return z2.preprocess(
    (value) => readList(value).map((entry) => {
      const given = isObject(entry) ? entry : {};
      const main = readText(given[options.main]);
      return { ...given, [options.main]: main.trim() === "" ? readText(entry) : main };
    }).filter((entry) => readText(entry[options.main]).trim() !== ""),
    z2.array(item).describe(options.description)
  );
}
function sources() {
  return z2.preprocess(
    (value) => readList(value).map(readSource).filter((source) => source.seat !== ""),
    z2.array(
      z2.object({
        round: z2.number().describe("Number of the round"),
        seat: z2.string().describe("Id of the seat")
      })
    ).describe("Who said it, and in which round")
  );
}
function readSource(value) {
  if (isObject(value)) {
    const round2 = Number(String(value["round"] ?? "").replace(/[^0-9]/g, ""));
    const seat2 = readText(value["seat"] ?? value["seat_id"] ?? value["agent"] ?? value["id"]).trim();
    return { round: Number.isSafeInteger(round2) ? round2 : 0, seat: seat2 === "" && round2 > 0 ? "unnamed" : seat2 };
  }
  const read = readText(value).trim();
  const match = /^\W*(?:round|r)?\W*(\d{1,6})\W+(.*?)\W*$/iu.exec(read);
  return match ? { round: Number(match[1]), seat: match[2] ?? "" } : { round: 0, seat: read };
}
function readList(value) {
  if (Array.isArray(value)) return value;
  if (value === null || value === void 0) return [];
  return typeof value === "string" ? value.split(/\r?\n/).filter((line) => line.trim() !== "") : [value];
}
function readText(value) {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(readText).filter((line) => line !== "").join("\n");
  if (isObject(value)) return readText(value["text"] ?? value["title"] ?? value["name"] ?? "");
  return "";
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/documents/schema.ts
var priorities = ["must", "should", "could", "wont", "unstated"];
var verifications = ["test", "analysis", "inspection", "demonstration", "unstated"];
var qualities = [
  "functional-suitability",
  "performance-efficiency",
  "compatibility",
  "interaction-capability",
  "reliability",
  "security",
  "maintainability",
  "flexibility",
  "safety",
  "none"
];
var areas = [
  "functions",
  "performance",
  "usability",
  "interfaces",
  "data",
  "constraints",
  "attributes"
];
var requirementKinds = ["REQ", "BR", "NFR", "EX"];
var feasibilities = ["high", "medium", "low", "unstated"];
var head = {
  title: text("Title of the document, at most ten words, without a number"),
  summary: text("Two to four sentences: what was asked, what came out"),
  recommendation: optionalText("What to do now, one sentence; null when there is none")
};
var point = z3.object({ text: text("One point, one sentence"), sources: sources() });
var points = (description) => items(point, { main: "text", description });
var mitigated = { text: text("The risk"), mitigation: text("What is done about it; empty when nothing was named") };
var adrSchema = z3.object({
  ...head,
  context: text("Situation and problem, two to six sentences, as a question if possible"),
  drivers: points("Forces and criteria that weighed in the decision"),
  options: items(
    z3.object({
      title: text("Short name of the option"),
      description: text("What it means, one or two sentences"),
      good: points("Arguments for it"),
      neutral: points("Arguments neither for nor against"),
      bad: points("Arguments against it")
    }),
    { main: "title", description: "All options that were considered, at least two" }
  ),
  chosen: text("Title of the chosen option, exactly as in options"),
  reason: text('Why it was chosen; completes "because \u2026"'),
  consequences_good: points("What gets better"),
  consequences_bad: points("What gets worse or must be paid for"),
  confirmation: text("How one can see later that the decision was carried out"),
  revisit: optionalText("When, or on which event, to look at the decision again"),
  supersedes: texts("File names or numbers of existing records that this one replaces; usually empty")
}).refine((draft) => draft.chosen.trim() !== "", { path: ["chosen"], message: "no option is named as chosen" });
var requirementsSchema = z3.object({
  ...head,
  purpose: text("What the product is for"),
  scope: text("What is inside and what is outside"),
  overview: text("The product, its users and surroundings"),
  definitions: items(
    z3.object({ term: text("A word"), meaning: text("Its meaning") }),
    { main: "term", description: "Words with a special meaning" }
  ),
  items: items(
    z3.object({
      artifact_id: optionalText("Id of the artifact it comes from, for example REQ-001, else null"),
      kind: choice(requirementKinds, {
        fallback: "REQ",
        description: "REQ function, BR business rule, NFR quality, EX exclusion"
      }),
      title: text("Short name"),
      statement: text(
        'One sentence with one "shall": "[Where \u2026,] [While \u2026,] [When \u2026, | If \u2026, then] the <system> shall \u2026"'
      ),
      rationale: text("Why it is needed"),
      priority: choice(priorities, { fallback: "unstated", description: "MoSCoW" }),
      acceptance: texts("Conditions that can be checked, at least one"),
      verification: choice(verifications, { fallback: "unstated", description: "How it is verified" }),
      quality: choice(qualities, { fallback: "none", description: "ISO 25010 characteristic of a quality" }),
      area: choice(areas, { fallback: "functions", description: "Section of the outline" }),
      sources: sources()
    }),
    { main: "statement", description: "The requirements" }
  )
}).refine((draft) => draft.items.length > 0, { path: ["items"], message: "there is no requirement" });
var architectureSchema = z3.object({
  ...head,
  introduction: text("What the system must do, in short"),
  quality_goals: points("The three to five most important qualities"),
  stakeholders: points("Who has a stake, and what each expects"),
  constraints: points("What limits the design"),
  context: text("The system and its surroundings"),
  neighbors: points("Systems and people outside, and what is exchanged with them"),
  strategy: points("The fundamental decisions, in short"),
  blocks: items(
    z3.object({
      name: text("Name of the building block"),
      responsibility: text("What it is responsible for"),
      uses: texts("Names of the blocks and outside systems that it uses"),
      sources: sources()
    }),
    { main: "name", description: "Building blocks" }
  ),
  runtime: items(
    z3.object({ scenario: text("Name of a scenario"), steps: texts("Its steps, in order") }),
    { main: "scenario", description: "How the blocks work together" }
  ),
  deployment: text("Where it runs"),
  crosscutting: points("Concepts that hold for several blocks"),
  decisions: items(
    z3.object({
      title: text("Short name of the decision"),
      text: text("What was decided, and why"),
      record: optionalText("File name or number of its decision record, else null"),
      sources: sources()
    }),
    { main: "title", description: "Important decisions" }
  ),
  quality_requirements: points("Qualities that can be measured"),
  risks: items(z3.object({ ...mitigated, sources: sources() }), {
    main: "text",
    description: "Risks and technical debts"
  }),
  glossary: items(
    z3.object({ term: text("A word"), meaning: text("Its meaning") }),
    { main: "term", description: "Words with a special meaning" }
  )
}).refine((draft) => draft.blocks.length + draft.decisions.length + draft.strategy.length > 0, {
  path: ["blocks"],
  message: "there is no building block, decision or strategy"
});
var summarySchema = z3.object({
  ...head,
  key_points: points("What was found, most important first"),
  ideas: items(
    z3.object({
      title: text("Short name of the idea"),
      text: text("The idea, one to three sentences"),
      feasibility: choice(feasibilities, { fallback: "unstated", description: "How feasible it is" }),
      risks: items(z3.object(mitigated), { main: "text", description: "Its risks" }),
      sources: sources()
    }),
    { main: "title", description: "Ideas, for a brainstorm; else empty" }
  ),
  pursue: texts("Titles of the ideas to pursue, best first, at most three"),
  next_steps: texts("What to do next, by whom where it was said")
}).refine((draft) => draft.summary.trim() !== "", { path: ["summary"], message: "the summary is empty" });

// src/documents/session-material.ts
function listArtifacts(session, types) {
  return session.artifacts.filter((artifact) => types.includes(artifact.type) && artifact.status !== "withdrawn");
}
function citeSeats(session, seats, round2) {
  const holds = createCitationCheck(session);
  return [...new Set(seats)].map((seat2) => ({ round: round2, seat: seat2 })).filter(holds);
}
function describeArtifact(session, artifact) {
  const title = artifact.title.trim();
  const text2 = artifact.text.trim();
  const both = text2 === "" || text2 === title ? title : title === "" ? text2 : `${title}: ${text2}`;
  return { text: both, sources: citeSeats(session, artifact.proposed_by, artifact.round) };
}
function listAgreed(session) {
  return session.consensus.map((entry) => ({
    text: entry.text,
    sources: citeSeats(session, entry.supported_by, entry.round)
  }));
}
function listFacts(session) {
  const facts = /* @__PURE__ */ new Map();
  for (const round2 of session.rounds) {
    for (const fact of round2.facts) {
      const key = fact.text.trim().toLowerCase();
      if (key === "") continue;
      const known = facts.get(key) ?? { text: fact.text, sources: [] };
      known.sources.push(...citeSeats(session, [fact.seat], round2.round));
      facts.set(key, known);
    }
  }
  return [...facts.values()];
}
function listLatestStances(proposal) {
  const latest = /* @__PURE__ */ new Map();
  for (const stance of proposal.stances) {
    const known = latest.get(stance.seat);
    if (known === void 0 || stance.round >= known.round) latest.set(stance.seat, stance);
  }
  return [...latest.values()];
}
function findPersonsDecision(session) {
  const decided = session.escalations.filter(
    (escalation) => escalation.status === "answered" && escalation.answered_by === "user" && (escalation.decision === "own" || escalation.decision === "accept")
  );
  const last = decided.at(-1);
  if (last === void 0) return null;
  const text2 = last.decision === "own" ? last.text : last.recommendation ?? last.text;
  return text2 === null || text2.trim() === "" ? null : { text: text2, round: last.round };
}
function findLastSynthesis(session) {
  return session.rounds.findLast((round2) => round2.synthesis.trim() !== "")?.synthesis ?? "";
}
function shorten(text2, length) {
  const line = text2.replace(/\s+/gu, " ").trim();
  const sentence = /^.{3,}?[.!?](?= |$)/u.exec(line)?.[0] ?? line;
  if (sentence.length <= length) return sentence;
  const cut = sentence.slice(0, length);
  const end = Math.max(cut.lastIndexOf(" "), Math.floor(length / 2));
  return `${cut.slice(0, end).replace(/\p{Surrogate}/gu, "").trimEnd()}\u2026`;
}
function assembleHead(session) {
  const outcome = session.outcome;
  return {
    title: shorten(session.topic, 120),
    summary: outcome === null || outcome.summary.trim() === "" ? findLastSynthesis(session) : outcome.summary,
    recommendation: outcome?.recommendation ?? session.rounds.at(-1)?.recommendation ?? null
  };
}

// src/documents/adr.ts
var keepAsIs = "Keep things as they are";
var agreedTitle = "What the panel agreed on";
var adrKind = {
  type: "adr",
  schema: adrSchema,
  brief: [
    "Write a decision record that an engineer would sign.",
    'Name at least two options that were really discussed; "keep things as they are" counts. Give each its good, neutral and bad points from the discussion, with who said it; leave a list empty rather than invent.',
    "`chosen` repeats the title of one option. `reason` weighs the drivers against the options; it does not praise.",
    "Drivers are forces of this project, not general virtues. Consequences include what becomes harder.",
    "`confirmation` names a test, review or measurement. `revisit` names a date or an event.",
    "If nothing was agreed, choose the option that stays in force and say so. Do not leave out a minority view because it lost."
  ].join(" "),
  assemble: assembleAdr,
  findUnsupported
};
function assembleAdr(session) {
  const { title, summary, recommendation } = assembleHead(session);
  const decision = findPersonsDecision(session);
  const agreed = listAgreed(session);
  const options = [];
  if (decision !== null) {
    const sources2 = citeSeats(session, ["human"], decision.round);
    options.push({ ...option(decision.text), good: [{ text: "A person decided so", sources: sources2 }] });
  }
  if (agreed.length === 1) options.push({ ...option(agreed[0]?.text ?? ""), good: agreed });
  else if (agreed.length > 1) {
    options.push({ ...option(agreedTitle), description: "The agreed points, taken together.", good: agreed });
  }
  const chosen = options[0]?.title ?? keepAsIs;
  options.push(...listAlternatives(session, agreed));
  if (options.length < 2 || chosen === keepAsIs) {
    options.push({
      ...option(keepAsIs),
      description: options.length === 1 ? "Nobody put a second option to the panel; this one always exists." : ""
    });
  }
  return {
    title,
    summary,
    recommendation,
    context: [session.topic, session.rounds.find((round2) => round2.context_summary.trim() !== "")?.context_summary ?? ""].filter((part) => part.trim() !== "").join("\n\n"),
    drivers: listFacts(session).slice(0, 8),
    options,
    chosen,
    reason: explainChoice(session, { decided: decision !== null, agreed: agreed.length }),
    consequences_good: [],
    consequences_bad: listArtifacts(session, ["RISK"]).map((risk) => describeArtifact(session, risk)),
    confirmation: "",
    revisit: null,
    supersedes: []
  };
}
function listAlternatives(session, agreed) {
  const known = new Set(agreed.map((point3) => point3.text.trim().toLowerCase()));
  const found = [];
  const add = (candidate, text2) => {
    const key = text2.trim().toLowerCase();
    if (key === "" || known.has(key)) return;
    known.add(key);
    found.push(candidate);
  };
  for (const proposal of session.proposals) {
    if (proposal.status === "withdrawn" || proposal.status === "agreed") continue;
    const points2 = (wanted) => listLatestStances(proposal).filter((stance) => wanted.includes(stance.stance) && stance.reason.trim() !== "").map((stance) => ({ text: stance.reason, sources: citeSeats(session, [stance.seat], stance.round) }));
    const candidate = { good: points2(["support"]), neutral: points2(["stand_aside"]), bad: points2(["block"]) };
    add({ ...option(proposal.text), ...candidate }, proposal.text);
  }
  for (const artifact of listArtifacts(session, ["ARCH"])) {
    const rationale = artifact.rationale.trim();
    const sources2 = citeSeats(session, artifact.proposed_by, artifact.round);
    const good = rationale === "" ? [] : [{ text: rationale, sources: sources2 }];
    add({ ...option(artifact.title), description: artifact.text, good }, artifact.title);
  }
  for (const conflict of session.conflicts) {
    for (const position of conflict.positions) {
      const sources2 = citeSeats(session, [position.seat], conflict.opened_in);
      const candidate = { good: [{ text: "Held by a seat in an open or resolved conflict", sources: sources2 }] };
      add({ ...option(position.text), ...candidate }, position.text);
    }
  }
  return found.slice(0, 8);
}
function option(text2) {
  const title = shorten(text2, 80);
  const plain = text2.replace(/\s+/gu, " ").trim();
  return { title, description: title === plain ? "" : text2, good: [], neutral: [], bad: [] };
}
function explainChoice(session, state) {
  if (state.decided) return "a person decided so when the question was put to them";
  if (state.agreed > 0) {
    const synthesis = shorten(session.outcome?.recommendation ?? findLastSynthesis(session), 300);
    return synthesis === "" ? "the panel agreed on it by its consensus rule" : `the panel agreed on it: ${synthesis}`;
  }
  return "the panel agreed on no option, and until somebody decides nothing changes";
}

// src/documents/adr-view.ts
function viewAdr(content2, rendering) {
  const { session } = rendering;
  const points2 = (list) => list.map((point3) => formatPoint(point3, rendering));
  const { options, chosen } = settleOptions(content2);
  const titles = nameOptions(options, heading(content2.title, heading(session.topic, "Untitled")));
  return {
    status: decideStatus(session),
    ...listPeople(session),
    context: block(content2.context.trim() === "" ? session.topic : content2.context),
    drivers: points2(content2.drivers),
    options: options.map((option2, index) => ({
      title: titles[index] ?? "",
      description: block(option2.description),
      good: points2(option2.good),
      neutral: points2(option2.neutral),
      bad: points2(option2.bad)
    })),
    chosen: (titles[options.indexOf(chosen)] ?? "").replaceAll('"', "\u201C"),
    reason: inline(content2.reason.replace(/^\s*because\s+/i, "")) || "nobody gave a reason",
    consequences_good: points2(content2.consequences_good),
    consequences_bad: points2(content2.consequences_bad),
    confirmation: block(content2.confirmation),
    revisit: inline(content2.revisit ?? "") || "no date or event was named",
    supersedes: content2.supersedes.map((named) => linkRecord(named, rendering))
  };
}
function decideStatus(session) {
  return !session.rehearsal && findPersonsDecision(session) !== null ? "accepted" : "proposed";
}
function settleOptions(content2) {
  const same = (a, b) => cleanText(a).trim().toLowerCase() === cleanText(b).trim().toLowerCase();
  const options = content2.options.filter(
    (option2, index) => content2.options.findIndex((other) => same(other.title, option2.title)) === index
  );
  let chosen = options.find((option2) => same(option2.title, content2.chosen));
  if (chosen === void 0) {
    chosen = { title: content2.chosen, description: "", good: [], neutral: [], bad: [] };
    options.unshift(chosen);
  }
  if (options.length < 2) {
    const title = same(chosen.title, keepAsIs) ? "Change something" : keepAsIs;
    const description = "Nobody put a second option to the panel; this one always exists.";
    options.push({ title, description, good: [], neutral: [], bad: [] });
  }
  return { options, chosen };
}
var fixedHeadings = [
  "context and problem statement",
  "decision drivers",
  "considered options",
  "decision outcome",
  "consequences",
  "confirmation",
  "pros and cons of the options",
  "more information",
  "open conflicts",
  "dissent",
  "blocks and stand-asides",
  "decisions by people",
  "overrides",
  "open questions",
  "who took part",
  "numbered results",
  "unsupported citations",
  "losses",
  "provenance"
];
function nameOptions(options, documentTitle) {
  const taken = /* @__PURE__ */ new Set([...fixedHeadings, documentTitle.toLowerCase()]);
  return options.map((option2, index) => {
    const title = heading(option2.title, `Option ${index + 1}`);
    let free = title;
    for (let count2 = 2; taken.has(free.toLowerCase()); count2 += 1) free = `${title} (${count2})`;
    taken.add(free.toLowerCase());
    return free;
  });
}
function listPeople(session) {
  const seats = session.participants.map((seat2) => `${seat2.role} (${seat2.id})`);
  const list = (names) => JSON.stringify(names.map((name) => cleanText(name).replace(/\s+/gu, " ")));
  const decided = findPersonsDecision(session) !== null;
  return {
    decision_makers: list(decided ? ["a person"] : seats),
    consulted: list(decided ? seats : []),
    informed: list([])
  };
}
function formatPoint(point3, rendering) {
  return `${shown(point3.text)}${formatCitations(point3.sources, rendering.holds)}`;
}
function linkRecord(named, rendering) {
  const record = findRecord(named, rendering.records);
  return record === void 0 ? shown(named) : `[${inline(record.title)}](${record.href})`;
}
function findRecord(named, records) {
  const name = named.trim().toLowerCase().split(/[\\/]/).at(-1) ?? "";
  const number = /^(?:adr[-_ #]*)?0*(\d{1,5})$/.exec(name)?.[1];
  return records.find((record) => {
    const file = record.file.toLowerCase();
    if (file === name || file === `${name}.md`) return true;
    return number !== void 0 && /^(?:adr[-_]?)?0*(\d{1,5})(?!\d)/.exec(file)?.[1] === number;
  });
}

// src/documents/rendering.ts
function nameSeat(session, seat2) {
  const participant = session.participants.find((known) => known.id === seat2);
  const role = inline(participant?.role ?? "");
  return role === "" ? inline(seat2) || "an unnamed seat" : `${role} (${inline(seat2)})`;
}
function section(title, lines) {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join("\n")];
}

// src/documents/disagreement.ts
function renderDisagreement(rendering) {
  const { session } = rendering;
  const parts = [
    ...section("Open Conflicts", listOpenConflicts(session)),
    ...section("Dissent", listDissent(rendering)),
    ...section("Blocks and Stand-Asides", listReservations(rendering)),
    ...section("Decisions by People", [...session.escalations.map((one) => describeEscalation(session, one)), ...listGuidance(session)]),
    ...section("Overrides", listOverrides(session)),
    ...section("Open Questions", listOpenQuestions(session))
  ];
  return parts.length === 0 ? "No conflict stayed open, and nobody dissented, blocked or stood aside." : parts.join("\n\n");
}
function listOpenConflicts(session) {
  return session.conflicts.filter((conflict) => conflict.status === "open").flatMap((conflict) => [
    `* **${shown(conflict.id)}** ${inline(conflict.description)} (since round ${conflict.opened_in})`,
    ...conflict.positions.map((one) => `  * ${nameSeat(session, one.seat)}: ${inline(one.text)}`)
  ]);
}
function listOpenQuestions(session) {
  return session.open_questions.filter((question) => question.status === "open").map((question) => {
    const by = question.raised_by.map((seat2) => nameSeat(session, seat2)).join(", ");
    return `* **${shown(question.id)}** ${inline(question.text)} (round ${question.round}${by === "" ? "" : `, ${by}`})`;
  });
}
function listDissent({ session, holds }) {
  return (session.outcome?.dissent ?? []).map((one) => {
    const citation = formatCitations([{ round: one.round, seat: one.seat }], holds);
    return `* ${nameSeat(session, one.seat)}: \u201C${inline(one.text)}\u201D${citation}`;
  });
}
function listReservations({ session, holds }) {
  const lines = session.proposals.flatMap(
    (proposal) => listLatestStances(proposal).filter((stance) => stance.stance !== "support").map((stance) => {
      const verb = stance.stance === "block" ? "blocks" : "stands aside from";
      const reason = stance.reason.trim() === "" ? "no reason given" : inline(stance.reason);
      const citation = formatCitations([{ round: stance.round, seat: stance.seat }], holds);
      return `* ${nameSeat(session, stance.seat)} ${verb} **${shown(proposal.id)}** (${inline(proposal.text)}): ${reason}${citation}`;
    })
  );
  for (const entry of session.consensus) {
    const known = session.proposals.find((proposal) => proposal.id === entry.proposal_id);
    const told = new Set(known === void 0 ? [] : listLatestStances(known).filter((one) => one.stance !== "support").map((one) => one.seat));
    for (const seat2 of entry.stood_aside.filter((one) => !told.has(one))) {
      lines.push(`* ${nameSeat(session, seat2)} stood aside from **${shown(entry.id)}** (${inline(entry.text)})`);
    }
  }
  return lines;
}
function describeEscalation(session, escalation) {
  const head2 = `* **${shown(escalation.id)}** (round ${escalation.round}, ${escalation.trigger}): ${inline(escalation.reason)}.`;
  if (escalation.status === "pending") return `${head2} Nobody has decided yet.`;
  const who = escalation.answered_by === "policy" ? "The unattended policy, not a person," : "A person";
  const recommendation = inline(escalation.recommendation ?? "");
  const text2 = inline(escalation.text ?? "");
  const what = {
    accept: `accepted the recommendation${recommendation === "" ? "" : `: ${recommendation}`}`,
    own: `decided: ${text2}`,
    continue: `let the panel go on for ${escalation.extra_rounds} more rounds`,
    none: "answered"
  }[escalation.decision ?? "none"];
  const positions2 = escalation.positions.map((one) => `
  * ${nameSeat(session, one.seat)}: ${inline(one.text)}`);
  return `${head2} ${who} ${what}${positions2.join("")}`;
}
function listGuidance(session) {
  return session.guidance.map((one) => `* Guidance by a person after round ${one.after_round}: ${inline(one.text)}`);
}
function listOverrides(session) {
  return session.rounds.filter((round2) => round2.override !== null).map(
    (round2) => `* Round ${round2.round}: the facilitator proposed ${round2.proposed_action}, the program did ${round2.next_action ?? "not decide"} (${inline(round2.override ?? "")})`
  );
}

// src/documents/mermaid-view.ts
function drawBlocks(blocks) {
  if (blocks.length === 0) return "";
  const ids = /* @__PURE__ */ new Map();
  const lines = ["flowchart TD"];
  blocks.forEach((one, index) => {
    const key = keyOf(one.name);
    if (ids.has(key)) return;
    ids.set(key, `b${index + 1}`);
    lines.push(`  b${index + 1}["${label(one.name)}"]`);
  });
  const edges = [];
  let outside = 0;
  for (const one of blocks) {
    for (const used of one.uses) {
      const key = keyOf(used);
      let id = ids.get(key);
      if (id === void 0) {
        outside += 1;
        id = `x${outside}`;
        ids.set(key, id);
        lines.push(`  ${id}(["${label(used)}"])`);
      }
      const edge = `  ${ids.get(keyOf(one.name))} --> ${id}`;
      if (!edges.includes(edge)) edges.push(edge);
    }
  }
  return [...lines, ...edges].join("\n");
}
function keyOf(name) {
  return cleanText(name).replace(/\s+/gu, " ").trim().toLowerCase();
}
function label(name) {
  const plain = cleanText(name).replace(/[^\p{L}\p{M}\p{N} .,_/()+'-]/gu, " ").replace(/\s+/gu, " ").trim();
  const short = [...plain].slice(0, 60).join("");
  return short === "" ? "unnamed" : short;
}

// src/documents/architecture-view.ts
function viewArchitecture(content2, rendering) {
  const cite = (sources2) => formatCitations(sources2, rendering.holds);
  const points2 = (list) => list.map((point3) => `* ${shown(point3.text)}${cite(point3.sources)}`);
  const part = (title, lines) => lines.length === 0 ? [] : [`**${title}:**`, lines.join("\n")];
  const diagram = drawBlocks(content2.blocks);
  const sections2 = {
    introduction_and_goals: [
      block(content2.introduction),
      ...part("Quality goals", points2(content2.quality_goals)),
      ...part("Stakeholders", points2(content2.stakeholders))
    ],
    constraints: [points2(content2.constraints).join("\n")],
    context_and_scope: [block(content2.context), ...part("Outside systems and people", points2(content2.neighbors))],
    solution_strategy: [points2(content2.strategy).join("\n")],
    building_blocks: [
      diagram === "" ? "" : `\`\`\`mermaid
${diagram}
\`\`\``,
      content2.blocks.map((one) => formatBlock(one, cite(one.sources))).join("\n")
    ],
    runtime: content2.runtime.flatMap((one) => [
      `**${shown(one.scenario)}:**`,
      one.steps.map((step, index) => `${index + 1}. ${shown(step)}`).join("\n")
    ]),
    deployment: [block(content2.deployment)],
    crosscutting: [points2(content2.crosscutting).join("\n")],
    decisions: [content2.decisions.map((one) => formatDecision(one, rendering)).join("\n")],
    quality: [points2(content2.quality_requirements).join("\n")],
    risks: [
      content2.risks.map((risk) => {
        const mitigation = inline(risk.mitigation) || "none was named";
        return `* ${shown(risk.text)}${cite(risk.sources)}
  * Mitigation: ${mitigation}`;
      }).join("\n")
    ],
    glossary: [content2.glossary.map((one) => `* **${shown(one.term)}**: ${inline(one.meaning) || "\u2013"}`).join("\n")]
  };
  const silence = describeSilence(rendering);
  return Object.fromEntries(
    Object.entries(sections2).map(([name, parts]) => {
      const body = parts.filter((one) => one !== "").join("\n\n");
      return [name, body === "" ? silence : body];
    })
  );
}
function formatBlock(one, citations) {
  const uses = one.uses.length === 0 ? "" : ` Uses: ${one.uses.map(inline).join(", ")}.`;
  return `* **${shown(one.name)}**: ${inline(one.responsibility) || "nobody named its responsibility"}${uses}${citations}`;
}
function formatDecision(one, rendering) {
  const citations = formatCitations(one.sources, rendering.holds);
  const record = findRecord(one.record ?? one.title, rendering.records) ?? findByTitle(one.title, rendering);
  const link = record === void 0 ? one.record === null ? "" : ` Record: ${inline(one.record)}.` : ` Record: [${inline(record.title)}](${record.href}).`;
  return `* **${shown(one.title)}**: ${inline(one.text) || "nobody gave its reason"}${link}${citations}`;
}
function findByTitle(title, rendering) {
  return rendering.records.find((record) => record.title.trim().toLowerCase() === title.trim().toLowerCase());
}
function describeSilence(rendering) {
  const questions = listOpenQuestions(rendering.session);
  const nobody = "Nobody spoke about this in the discussion.";
  return questions.length === 0 ? `${nobody} No open question was recorded.` : `${nobody} Open questions:

${questions.join("\n")}`;
}

// src/documents/architecture.ts
var architectureKind = {
  type: "architecture",
  schema: architectureSchema,
  brief: [
    "Describe the architecture that came out of the discussion, in the sections of arc42. What nobody spoke about stays empty: an empty section is honest, an invented one is not.",
    "A building block has one responsibility in one sentence, and `uses` repeats names of other blocks or of neighbors exactly.",
    "Quality goals are the three to five that decide between solutions; quality requirements carry a scenario with a number.",
    "A runtime scenario names its trigger and shows which block does what, step by step.",
    "Each decision says what was decided and why, and names its decision record where one exists. Risks come with what is done about them.",
    "The glossary holds words of this project only."
  ].join(" "),
  assemble: assembleArchitecture,
  findUnsupported
};
function assembleArchitecture(session) {
  const points2 = (types) => listArtifacts(session, types).map((artifact) => describeArtifact(session, artifact));
  const cite = (artifact) => citeSeats(session, artifact.proposed_by, artifact.round);
  return {
    ...assembleHead(session),
    introduction: session.topic,
    quality_goals: [],
    stakeholders: [],
    constraints: points2(["EX", "BR"]),
    context: "",
    neighbors: points2(["INT"]),
    strategy: listAgreed(session),
    blocks: listArtifacts(session, ["COMP"]).map((artifact) => ({
      name: artifact.title.trim() === "" ? artifact.id : artifact.title,
      responsibility: artifact.text,
      uses: artifact.related_to.map((id) => session.artifacts.find((other) => other.id === id && other.type !== "RISK")?.title ?? "").filter((name) => name !== ""),
      sources: cite(artifact)
    })),
    runtime: [],
    deployment: "",
    crosscutting: [],
    decisions: listArtifacts(session, ["ARCH"]).map((artifact) => ({
      title: artifact.title.trim() === "" ? artifact.id : artifact.title,
      text: [artifact.text, artifact.rationale].filter((part) => part.trim() !== "").join("\n\n"),
      record: null,
      sources: cite(artifact)
    })),
    quality_requirements: points2(["NFR"]),
    risks: assembleRisks(session, null),
    glossary: []
  };
}
function assembleRisks(session, relatedTo) {
  const mitigations = listArtifacts(session, ["MIT"]);
  return listArtifacts(session, ["RISK"]).filter((risk) => relatedTo === null || risk.related_to.includes(relatedTo)).map((risk) => ({
    ...describeArtifact(session, risk),
    mitigation: mitigations.filter((mitigation) => mitigation.related_to.includes(risk.id)).map((mitigation) => describeArtifact(session, mitigation).text).join("; ")
  }));
}

// src/documents/requirements.ts
var requirementTypes = ["REQ", "BR", "NFR", "EX"];
var requirementsKind = {
  type: "requirements",
  schema: requirementsSchema,
  brief: [
    "Write requirements that a tester can check without asking back. Take up every artifact of the session by its id, and add none that nobody spoke for.",
    'Each statement is one sentence with exactly one "shall", in an EARS pattern: "The <system> shall \u2026", "While <state>, \u2026", "When <trigger>, \u2026", "Where <feature is included>, \u2026", "If <condition>, then the <system> shall \u2026". Split sentences that join two demands.',
    "No words such as fast, easy, appropriate, as far as possible, etc., and/or: give the number, the unit and the condition.",
    "Acceptance lists conditions with their expected result. A quality (NFR) names its ISO 25010 characteristic and a measure. An exclusion (EX) says what the system shall not do."
  ].join(" "),
  assemble: assembleRequirements,
  findUnsupported
};
function assembleRequirements(session) {
  const items2 = listArtifacts(session, requirementTypes).map((artifact) => itemFromArtifact(session, artifact));
  const agreed = listAgreed(session).map((point3) => ({
    ...emptyItem,
    title: point3.text,
    statement: point3.text,
    sources: point3.sources
  }));
  return {
    ...assembleHead(session),
    purpose: session.topic,
    scope: "",
    overview: "",
    definitions: [],
    // Agreed points stand in only where no requirement was collected at all.
    items: items2.length > 0 ? items2 : agreed
  };
}
function itemFromArtifact(session, artifact) {
  const kind = requirementTypes.find((type) => type === artifact.type) ?? "REQ";
  return {
    ...emptyItem,
    artifact_id: artifact.id,
    kind,
    title: artifact.title,
    statement: artifact.text.trim() === "" ? artifact.title : artifact.text,
    rationale: artifact.rationale,
    priority: artifact.priority ?? (kind === "EX" ? "wont" : "unstated"),
    acceptance: artifact.acceptance,
    area: kind === "NFR" ? "attributes" : kind === "REQ" ? "functions" : "constraints",
    sources: citeSeats(session, artifact.proposed_by, artifact.round)
  };
}
var emptyItem = {
  artifact_id: null,
  kind: "REQ",
  title: "",
  statement: "",
  rationale: "",
  priority: "unstated",
  acceptance: [],
  verification: "unstated",
  quality: "none",
  area: "functions",
  sources: []
};

// src/documents/summary.ts
var summaryKind = {
  type: "summary",
  schema: summarySchema,
  brief: [
    "Write the summary for somebody who was not there and has two minutes.",
    "Key points are findings, each with who said it, most important first; not a report of who spoke when.",
    "For a brainstorm: take up every idea that was not withdrawn, say how feasible it is as the panel judged it, with its risks and what was named against them, and name the three to pursue. Otherwise leave ideas and pursue empty.",
    "Next steps are things somebody can start tomorrow, with a name where one was said.",
    "Do not smooth over conflicts, and do not add opinions that nobody held."
  ].join(" "),
  assemble: assembleSummary,
  findUnsupported
};
function assembleSummary(session) {
  const head2 = assembleHead(session);
  const ideas = listArtifacts(session, ["IDEA"]).map((artifact) => ({
    title: artifact.title.trim() === "" ? artifact.id : artifact.title,
    text: artifact.text,
    feasibility: "unstated",
    risks: assembleRisks(session, artifact.id).map(({ text: text2, mitigation }) => ({ text: text2, mitigation })),
    sources: citeSeats(session, artifact.proposed_by, artifact.round)
  }));
  return {
    ...head2,
    summary: head2.summary.trim() === "" ? "The session holds no synthesis yet." : head2.summary,
    key_points: listAgreed(session),
    ideas,
    pursue: chooseIdeas(session, ideas),
    next_steps: []
  };
}
function chooseIdeas(session, ideas) {
  const agreed = session.consensus.map((entry) => entry.text.toLowerCase());
  const named = ideas.filter((idea) => agreed.some((text2) => text2.includes(idea.title.trim().toLowerCase())));
  const ranked = named.length > 0 ? named : [...ideas].sort((a, b) => b.sources.length - a.sources.length);
  return ranked.slice(0, 3).map((idea) => idea.title);
}
function rankIdeas(ideas) {
  const rank = (idea) => feasibilities.indexOf(idea.feasibility);
  return [...ideas].sort((a, b) => rank(a) - rank(b));
}

// src/documents/document-kinds.ts
var documentKinds = {
  adr: adrKind,
  requirements: requirementsKind,
  architecture: architectureKind,
  summary: summaryKind
};

// src/documents/document-paths.ts
function isKeptAside(session) {
  return session.rehearsal || session.replay !== void 0;
}

// src/documents/notices.ts
function renderNotices(rendering) {
  const { session } = rendering;
  const parts = [
    describeRehearsal(session),
    ...describeDegradation(rendering),
    rendering.assembled === null ? "" : `**Assembled by the program,** without the synthesizer, from the results and rounds of the session: ${inline(rendering.assembled)}.`,
    describeDisagreement(session),
    describeProgress(session),
    describeUnsupported(rendering.unsupported)
  ].filter((part) => part !== "");
  return parts.join("\n\n").split("\n").map((line) => `> ${line}`.trimEnd()).join("\n");
}
function describeRehearsal(session) {
  if (!session.rehearsal) return "";
  const seats = [
    ...session.participants,
    { id: "facilitator", kind: "model", model: session.facilitator.model },
    { id: "synthesizer", kind: "model", model: session.synthesizer.model }
  ].filter((seat2) => seat2.kind === "model");
  const asked = seats.filter((seat2) => !/^rehearsal(?:\/|$)/.test(seat2.model ?? ""));
  if (asked.length === 0 || asked.length === seats.length) {
    return "**This is a rehearsal: no model was asked.** The built-in panel made up everything below to show how a run goes. Nobody should act on it.";
  }
  const rehearsed = seats.filter((seat2) => !asked.includes(seat2)).map((seat2) => inline(seat2.id));
  return `**This is a rehearsal: no model was asked for ${rehearsed.join(", ")}.** The built-in panel made up what these seats say below. Nobody should act on it.`;
}
function describeDegradation({ session }) {
  const missing = [
    ...(session.outcome?.degradation ?? []).map(inline),
    ...session.rounds.flatMap(
      (round2) => [...new Set(round2.failed)].map((seat2) => {
        const failure = session.failures.find((known) => known.round === round2.round && known.seat === seat2);
        return `${nameSeat(session, seat2)} gave no answer in round ${round2.round}${failure === void 0 ? "" : ` (${failure.kind})`}`;
      })
    ),
    ...session.rounds.flatMap((round2) => [
      ...round2.question_fallback === null ? [] : [`The program asked its own question in round ${round2.round}: ${inline(round2.question_fallback)}`],
      ...round2.synthesis_fallback === null ? [] : [`The program assembled the synthesis of round ${round2.round}: ${inline(round2.synthesis_fallback)}`]
    ])
  ].filter((line) => line !== "");
  if (missing.length === 0 && session.outcome?.degraded !== true) return [];
  const lines = [...new Set(missing)].map((line) => `* ${line}`);
  return ["**This result is degraded.** What was missing:", lines.join("\n")].filter((part) => part !== "");
}
function describeDisagreement(session) {
  const result = session.outcome?.result ?? null;
  const open = session.conflicts.filter((conflict) => conflict.status === "open").length;
  const agreed = result === null || result === "consensus" || result === "decided" || result === "collected";
  if (agreed && open === 0) return "";
  const ending = result === null ? "The discussion is not finished" : `The discussion ended with: ${result}`;
  const conflicts = open === 1 ? "1 conflict is open" : `${open} conflicts are open`;
  return `**Not everything is agreed.** ${ending}; ${conflicts}${open === 0 ? "." : ", listed below."}`;
}
function describeProgress(session) {
  if (session.status === "completed") return "";
  return `**This session is ${session.status}.** The document shows it as it stood after round ${session.rounds.length}.`;
}
function describeUnsupported(unsupported) {
  if (unsupported.length === 0) return "";
  const count2 = unsupported.length === 1 ? "1 citation names" : `${unsupported.length} citations name`;
  return `**Check the sources.** ${count2} a round or a seat that did not speak in it; each is marked where it stands.`;
}

// src/documents/provenance.ts
function renderProvenance(rendering, options) {
  const { session } = rendering;
  return [
    ...section("Who Took Part", listSeats(session)),
    ...section("Numbered Results", options.withResults ? listResults(rendering) : []),
    ...section("Unsupported Citations", rendering.unsupported.map((one) => `* ${shown(one)}`)),
    ...section("Losses", listLosses(session)),
    ...section("Provenance", listOrigin(rendering))
  ].join("\n\n");
}
function listSeats(session) {
  const row = (cells) => `| ${cells.map((cell) => cell === "" ? "\u2013" : cell).join(" | ")} |`;
  return [
    row(["Seat", "Role", "Played by"]),
    row(["---", "---", "---"]),
    ...session.participants.map((seat2) => {
      const side = seat2.side === null ? "" : `, ${seat2.side}`;
      const player = seat2.kind === "human" ? "a person" : inline(seat2.model ?? "");
      return row([inline(seat2.id), `${inline(seat2.role)}${side}`, player]);
    }),
    row(["facilitator", inline(session.facilitator.agent), inline(session.facilitator.model)]),
    row(["synthesizer", inline(session.synthesizer.agent), inline(session.synthesizer.model)])
  ];
}
function listResults({ session, holds }) {
  return session.artifacts.map((artifact) => {
    const state = artifact.status === "proposed" ? "" : ` (${artifact.status})`;
    const citations = formatCitations(citeSeats(session, artifact.proposed_by, artifact.round), holds);
    return `* **${shown(artifact.id)}** ${inline(artifact.title)}${state}${citations}`;
  });
}
function listLosses(session) {
  return [
    ...session.rounds.flatMap((round2) => round2.losses.map((loss) => `* Round ${round2.round}: ${inline(loss)}`)),
    ...session.failures.map(
      (failure) => `* Round ${failure.round}, ${inline(failure.step)}, ${inline(failure.seat)}: ${failure.kind}, ${inline(failure.message)}`
    )
  ];
}
function listOrigin({ session, sessionHref, assembled }) {
  const rounds = session.rounds.length;
  const confidence = findConfidence(session);
  return [
    `* Session: [${inline(session.id)}](${sessionHref})`,
    `* Topic: ${inline(session.topic)}`,
    `* Discussion: ${session.workflow_type}, strategy ${inline(session.strategy)}, ${rounds === 1 ? "1 round" : `${rounds} rounds`}, result ${session.outcome?.result ?? "none yet"}`,
    ...confidence === null ? [] : [`* Mean confidence of the last round: ${confidence}`],
    `* Content: ${assembled === null ? `written by the synthesizer (${inline(session.synthesizer.agent)})` : "assembled by the program"}`,
    "* Sources are written as \\[R2 qa-lead\\]: what the seat qa-lead said in round 2."
  ];
}
function findConfidence(session) {
  for (const round2 of session.rounds.toReversed()) {
    const known = round2.answers.map((answer) => answer.confidence).filter((one) => one !== null);
    if (known.length > 0) return (known.reduce((sum, one) => sum + one, 0) / known.length).toFixed(2);
  }
  return null;
}

// src/documents/requirement-ids.ts
var ledgerLine = /^<!-- s2s:ids created=([a-z0-9-]+)((?: [A-Z]+=\d+)*) -->\s*$/m;
function readLedger(text2) {
  const [, created, counts] = ledgerLine.exec(text2) ?? [];
  const highest = { REQ: 0, BR: 0, NFR: 0, EX: 0 };
  const raise = (kind, number) => {
    const known = requirementTypes.find((type) => type === kind?.toUpperCase());
    const value = Number(number);
    if (known !== void 0 && Number.isSafeInteger(value)) highest[known] = Math.max(highest[known], value);
  };
  for (const [, kind, number] of (counts ?? "").matchAll(/([A-Z]+)=(\d+)/g)) raise(kind, number);
  for (const [, kind, number] of text2.matchAll(/\b(REQ|BR|NFR|EX)[-_](\d{1,6})\b/gi)) raise(kind, number);
  return { created: created === void 0 || created === "people" ? null : created, highest };
}
function formatLedger(ledger, text2) {
  const seen = readLedger(text2).highest;
  const highest = { ...ledger.highest };
  for (const type of requirementTypes) highest[type] = Math.max(highest[type], seen[type]);
  const counts = requirementTypes.map((type) => `${type}=${highest[type]}`).join(" ");
  return `<!-- s2s:ids created=${ledger.created ?? "people"} ${counts} -->`;
}
function allocateIds(requirements, ledger, options) {
  const before = { ...ledger.highest };
  const taken = /* @__PURE__ */ new Set();
  const kept = requirements.map(({ kind, wanted }) => {
    const [, prefix, digits] = /^([A-Z]+)-(\d{1,6})$/.exec(wanted ?? "") ?? [];
    const number = Number(digits);
    if (wanted === null || prefix !== kind || !(number > before[kind]) || taken.has(wanted)) return null;
    taken.add(wanted);
    ledger.highest[kind] = Math.max(ledger.highest[kind], number);
    return wanted;
  });
  for (const id of options.reserved) {
    const [kind, digits] = id.split("-");
    const known = requirementTypes.find((type) => type === kind);
    if (known !== void 0) ledger.highest[known] = Math.max(ledger.highest[known], Number(digits));
  }
  return kept.map((id, index) => {
    if (id !== null) return id;
    const kind = requirements[index]?.kind ?? "REQ";
    ledger.highest[kind] += 1;
    return `${kind}-${String(ledger.highest[kind]).padStart(3, "0")}`;
  });
}

// src/documents/requirements-view.ts
var areaTitles = {
  functions: "Functions",
  performance: "Performance",
  usability: "Usability",
  interfaces: "Interfaces",
  data: "Data",
  constraints: "Constraints",
  attributes: "Attributes"
};
function viewRequirements(content2, rendering) {
  const { session } = rendering;
  const active = listArtifacts(session, requirementTypes);
  const taken = /* @__PURE__ */ new Set();
  const parts = content2.items.map((item, index) => {
    const artifact = session.artifacts.find((one) => one.id === item.artifact_id && !taken.has(one.id) && isRequirement(one));
    if (artifact !== void 0) taken.add(artifact.id);
    return describePart(item, rendering, { artifact, key: artifact?.id ?? `item-${index + 1}`, addition: false });
  });
  for (const artifact of active.filter((one) => !taken.has(one.id))) {
    const item = itemFromArtifact(session, artifact);
    parts.push(describePart(item, rendering, { artifact, key: artifact.id, addition: rendering.assembled === null }));
  }
  return {
    sessionId: session.id,
    requirements: parts,
    reserved: session.artifacts.filter(isRequirement).map((artifact) => artifact.id),
    notices: renderNotices(rendering),
    record: (withIntroduction) => formatRecord(content2, rendering, { withIntroduction })
  };
}
function isRequirement(artifact) {
  return requirementTypes.some((type) => type === artifact.type) && /^[A-Z]+-\d{1,6}$/.test(artifact.id);
}
function describePart(item, rendering, options) {
  const { artifact } = options;
  const kind = requirementTypes.find((type) => type === artifact?.type) ?? item.kind;
  const priority = item.priority === "unstated" ? artifact?.priority ?? "unstated" : item.priority;
  const verification = item.verification === "unstated" ? "test (assumed; nobody named one)" : item.verification;
  const acceptance = item.acceptance.length > 0 ? item.acceptance : artifact?.acceptance ?? [];
  const rationale = item.rationale.trim() === "" ? artifact?.rationale ?? "" : item.rationale;
  const lines = [
    `* Rationale: ${inline(rationale) || "nobody gave one"}`,
    `* Priority: ${priority === "unstated" ? "should (assumed; nobody named one)" : priority}`,
    ...acceptance.length === 0 ? ["* Acceptance: nobody named a criterion"] : ["* Acceptance:", ...acceptance.map((one) => `  * ${shown(one)}`)],
    `* Verification: ${verification}`,
    ...item.quality === "none" ? [] : [`* Quality: ${item.quality} (ISO/IEC 25010)`],
    `* Source:${formatCitations(item.sources, rendering.holds) || " none"}`,
    `* Agreement: ${describeAgreement(item, artifact, { session: rendering.session })}`,
    ...artifact?.status === "withdrawn" ? ["* Status: withdrawn in the discussion"] : [],
    ...options.addition ? ["* Note: added by the program; the draft left it out"] : []
  ];
  const title = heading(item.title, "Untitled");
  const statement = block(item.statement);
  return {
    key: options.key,
    kind,
    area: item.area,
    wanted: artifact?.id ?? null,
    verification,
    render: (id, depth) => [`${"#".repeat(Math.min(Math.max(depth, 2), 6))} ${id}: ${title}`, statement, lines.join("\n")].join("\n\n")
  };
}
function describeAgreement(item, artifact, { session }) {
  const texts2 = [item.statement, artifact?.text, item.title, artifact?.title].map((text2) => (text2 ?? "").trim().toLowerCase()).filter((text2) => text2 !== "");
  const found = session.consensus.find((entry) => {
    const text2 = entry.text.trim().toLowerCase();
    return texts2.includes(text2) || artifact !== void 0 && new RegExp(`\\b${artifact.id.toLowerCase()}\\b`).test(text2);
  });
  if (found !== void 0) {
    const aside = found.stood_aside.length === 0 ? "" : `, ${found.stood_aside.map(inline).join(", ")} stood aside`;
    return `agreed in round ${found.round} (${inline(found.id)}), supported by ${found.supported_by.map(inline).join(", ") || "nobody by name"}${aside}`;
  }
  const seats = (artifact?.proposed_by ?? []).map((seat2) => nameSeat(session, seat2));
  return seats.length === 0 ? "no vote was held on it" : `proposed by ${seats.join(", ")}; no vote was held on it`;
}
function formatRecord(content2, rendering, options) {
  const { session } = rendering;
  const withdrawn = session.artifacts.filter((one) => isRequirement(one) && one.status === "withdrawn");
  const introduction = [
    ["Purpose", block(content2.purpose)],
    ["Scope", block(content2.scope)],
    ["Overview", block(content2.overview)],
    ["Definitions", formatDefinitions(content2)]
  ].filter(([, text2]) => text2 !== "");
  return [
    `### Session ${session.id}`,
    block(content2.summary),
    ...options.withIntroduction ? introduction.map(([title, text2]) => `**${title}:**

${text2}`) : [],
    ...withdrawn.length === 0 ? [] : [`Withdrawn in the discussion: ${withdrawn.map((one) => inline(`${one.id} ${one.title}`)).join("; ")}`],
    renderDisagreement(rendering).replace(/^### (.*)$/gm, "**$1:**"),
    renderProvenance(rendering, { withResults: false }).replace(/^### (.*)$/gm, "**$1:**")
  ].filter((part) => part !== "").join("\n\n");
}
function formatDefinitions(content2) {
  return content2.definitions.map((one) => `* **${shown(one.term)}**: ${inline(one.meaning) || "\u2013"}`).join("\n");
}

// src/documents/requirements-file.ts
var unsaid = "Nobody spoke about this in the discussion.";
function emptyPart(sessionId, area) {
  return {
    name: `none-${area}`,
    origin: `${sessionId}/none-${area}`,
    body: "No requirement of this kind came out of the discussion."
  };
}
function viewNewFile(content2, parts) {
  const ledger = { ...readLedger(""), created: parts.sessionId };
  const ids = allocateIds(parts.requirements, ledger, { reserved: parts.reserved });
  const placed = parts.requirements.map((part, index) => ({ part, id: ids[index] ?? "" }));
  return {
    ledger,
    values: {
      notices: parts.notices === "" ? "" : formatManagedBlock(nameNotices(parts)),
      purpose: block(content2.purpose) || unsaid,
      scope: block(content2.scope) || unsaid,
      overview: block(content2.overview) || unsaid,
      definitions: formatDefinitions(content2) || "No word needed a definition.",
      areas: areas.map((area) => {
        const here = placed.filter(({ part }) => part.area === area);
        const items2 = here.map(({ part, id }) => formatRequirement(parts.sessionId, part, { id, depth: 4 }));
        return {
          title: areaTitles[area],
          items: items2.length === 0 ? [formatManagedBlock(emptyPart(parts.sessionId, area))] : items2
        };
      }),
      verification: formatManagedBlock(nameVerification(parts, ids)),
      record: formatManagedBlock(nameRecord(parts, { withIntroduction: false }))
    }
  };
}
function formatRequirement(sessionId, part, options) {
  const body = part.render(options.id, options.depth);
  return formatManagedBlock({ name: options.id, origin: `${sessionId}/${part.key}`, body });
}
function nameNotices(parts) {
  return { name: "notices", origin: `${parts.sessionId}/notices`, body: parts.notices };
}
function nameRecord(parts, options) {
  return { name: "record", origin: `${parts.sessionId}/record`, body: parts.record(options.withIntroduction) };
}
function nameVerification(parts, ids) {
  const rows = parts.requirements.map((part, index) => `| ${ids[index]} | ${part.verification} |`);
  const body = rows.length === 0 ? "There is nothing to verify yet." : ["| Requirement | Verified by |", "| --- | --- |", ...rows].join("\n");
  return { name: "verification", origin: `${parts.sessionId}/verification`, body };
}

// src/documents/summary-view.ts
function viewSummary(content2, rendering) {
  const { session, holds } = rendering;
  const taken = /* @__PURE__ */ new Map();
  return {
    key_points: content2.key_points.map((point3) => `${shown(point3.text)}${formatCitations(point3.sources, holds)}`),
    ideas: rankIdeas(content2.ideas).map((idea, index) => {
      const title = heading(idea.title, `Idea ${index + 1}`);
      const count2 = (taken.get(title.toLowerCase()) ?? 0) + 1;
      taken.set(title.toLowerCase(), count2);
      return {
        title: count2 === 1 ? title : `${title} (${count2})`,
        text: `${inline(idea.text)}${formatCitations(idea.sources, holds)}`.trim(),
        feasibility: idea.feasibility === "unstated" ? "nobody judged it" : idea.feasibility,
        risks: idea.risks.map((risk) => ({
          text: shown(risk.text),
          mitigation: inline(risk.mitigation) || "none was named"
        }))
      };
    }),
    pursue: content2.pursue.slice(0, 3).map(shown),
    next_steps: content2.next_steps.map(shown),
    agreed: listAgreed(session).map(
      (point3, index) => `**${shown(session.consensus[index]?.id ?? "")}** ${inline(point3.text)}${formatCitations(point3.sources, holds)}`
    ),
    resolved: session.conflicts.filter((conflict) => conflict.status === "resolved").map((conflict) => {
      const by = conflict.resolution_type ?? "unknown";
      const round2 = conflict.resolved_in === null ? "" : `, round ${conflict.resolved_in}`;
      return `**${shown(conflict.id)}** ${inline(conflict.description)}: ${inline(conflict.resolution ?? "") || "no text"} (${by}${round2})`;
    }),
    open_conflicts: session.conflicts.filter((conflict) => conflict.status === "open").map((conflict) => `**${shown(conflict.id)}** ${inline(conflict.description)}`),
    movements: session.participants.map((seat2) => describeMovement(session, seat2.id, rendering))
  };
}
function describeMovement(session, seat2, { holds }) {
  const said = session.rounds.flatMap(
    (round2) => round2.answers.filter((answer) => answer.seat === seat2).map((answer) => ({ round: round2.round, ...answer }))
  );
  const name = nameSeat(session, seat2);
  const first = said[0];
  const last = said.at(-1);
  if (first === void 0 || last === void 0) return { seat: name, lines: ["Gave no answer"] };
  const quote = (answer) => `${shown(answer.position)}${formatCitations([{ round: answer.round, seat: seat2 }], holds)}`;
  const changes = said.filter((answer) => answer.changed === true).map((answer) => `Changed in round ${answer.round}: ${inline(answer.cause ?? "") || "no argument named"}`);
  if (first.round === last.round) return { seat: name, lines: [`Said once: ${quote(first)}`] };
  const moved = changes.length === 0 ? ["Did not change"] : changes;
  return { seat: name, lines: [`First: ${quote(first)}`, ...moved, `Last: ${quote(last)}`] };
}

// src/documents/template-engine.ts
import { Liquid } from "liquidjs";

// src/errors.ts
var exitCodes = {
  done: 0,
  negative: 1,
  usage: 2,
  paused: 3,
  waiting: 4,
  file: 5,
  noModel: 6,
  bug: 70,
  cancelled: 130
};
var errorTable = {
  // usage: 2
  USAGE: exitCodes.usage,
  UNKNOWN_FLAG: exitCodes.usage,
  UNKNOWN_COMMAND: exitCodes.usage,
  UNKNOWN_AGENT: exitCodes.usage,
  UNKNOWN_STRATEGY: exitCodes.usage,
  UNKNOWN_WORKFLOW: exitCodes.usage,
  UNKNOWN_OUTPUT_TYPE: exitCodes.usage,
  UNKNOWN_SESSION: exitCodes.usage,
  AMBIGUOUS_SESSION: exitCodes.usage,
  UNKNOWN_ESCALATION: exitCodes.usage,
  INVALID_VALUE: exitCodes.usage,
  INVALID_ID: exitCodes.usage,
  EMPTY_TOPIC: exitCodes.usage,
  TOO_FEW_PARTICIPANTS: exitCodes.usage,
  LIMITS_CONTRADICT: exitCodes.usage,
  SESSION_COMPLETED: exitCodes.usage,
  SESSION_CLOSED: exitCodes.usage,
  NOTHING_TO_ANSWER: exitCodes.usage,
  NEEDS_TERMINAL: exitCodes.usage,
  NEEDS_INPUT: exitCodes.usage,
  // the answer is no: 1
  CHECK_FAILED: exitCodes.negative,
  FAIL_ON: exitCodes.negative,
  // files: 5
  NO_PROJECT: exitCodes.file,
  ALREADY_INITIALISED: exitCodes.file,
  FILE_MISSING: exitCodes.file,
  FILE_UNREADABLE: exitCodes.file,
  FILE_TOO_LARGE: exitCodes.file,
  FILE_OUTSIDE_PROJECT: exitCodes.file,
  FILE_REFUSED: exitCodes.file,
  FILE_UNWRITABLE: exitCodes.file,
  CONFIG_INVALID: exitCodes.file,
  AGENT_INVALID: exitCodes.file,
  STRATEGY_INVALID: exitCodes.file,
  AGENDA_INVALID: exitCodes.file,
  TEMPLATE_INVALID: exitCodes.file,
  SESSION_INVALID: exitCodes.file,
  SESSION_TOO_NEW: exitCodes.file,
  SESSION_CHANGED: exitCodes.file,
  SESSION_LOCKED: exitCodes.file,
  JOURNAL_INVALID: exitCodes.file,
  REPLAY_GAP: exitCodes.file,
  // models: 6
  NO_MODEL: exitCodes.noModel,
  UNKNOWN_PROVIDER: exitCodes.noModel,
  MODEL_UNUSABLE: exitCodes.noModel,
  NO_QUORUM: exitCodes.noModel,
  // the rest
  BUG: exitCodes.bug,
  CANCELLED: exitCodes.cancelled
};
var S2sError = class extends Error {
  code;
  hint;
  problems;
  data;
  constructor(code, message, details = {}) {
    super(message, details.cause === void 0 ? void 0 : { cause: details.cause });
    this.name = "S2sError";
    this.code = code;
    this.hint = details.hint;
    this.problems = details.problems ?? [];
    this.data = details.data;
  }
  /** The exit code that ends the command. */
  get exitCode() {
    return errorTable[this.code];
  }
};

// src/documents/template-engine.ts
function fillTemplate(template, values) {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    trimTagRight: true,
    greedy: false,
    // In-memory templates only: a template must not read files.
    templates: {},
    renderLimit: 2e4,
    memoryLimit: 1e9
  });
  try {
    return String(engine.parseAndRenderSync(template.text, values));
  } catch (error) {
    throw new S2sError("TEMPLATE_INVALID", `The template ${template.file} cannot be used.`, {
      problems: [describeProblem(template, error)],
      hint: "The placeholders of each template are listed in docs/templates.md. Delete the file to use the one that ships.",
      cause: error
    });
  }
}
function describeProblem(template, error) {
  const liquid = error;
  const [line, column] = liquid.token?.getPosition() ?? [];
  const message = String(liquid.originalError?.message ?? liquid.message ?? error).replace(/, (?:file:.*, )?line:\d+, col:\d+$/s, "");
  return { file: template.file, line, column, message };
}

// src/documents/render-document.ts
function readContent(session, type) {
  const kind = documentKinds[type];
  const own = session.outcome?.document ?? null;
  let assembled;
  if (own === null) assembled = session.outcome === null ? "the session has no outcome yet" : "there is no draft";
  else if (own.type !== type) assembled = `the session's own document is of the type ${own.type}, and nobody drafted one of the type ${type}`;
  else {
    const read = kind.schema.safeParse(own.content);
    if (read.success) {
      return {
        content: read.data,
        assembled: own.assembled_by === "program" ? own.reason ?? "no draft could be had" : null,
        unsupported: kind.findUnsupported(read.data, session)
      };
    }
    assembled = own.assembled_by === "program" ? own.reason ?? "no draft could be had" : `the draft could not be read: ${read.error.issues[0]?.message ?? ""}`;
  }
  const content2 = kind.assemble(session);
  return { content: content2, assembled, unsupported: kind.findUnsupported(content2, session) };
}
function renderDocument(options) {
  const { session, type, templates: templates2 } = options;
  const { content: content2, rendering } = prepare(options);
  const values = viewCommon(content2, rendering, { type });
  if (type === "requirements") {
    const file = viewNewFile(content2, viewRequirements(content2, rendering));
    const text3 = tidy(fillTemplate(templates2.requirements, { ...values, ...file.values }));
    const whole2 = insist(text3, [file.values["notices"], file.values["record"]]);
    return `${whole2}
${formatLedger(file.ledger, whole2)}
`;
  }
  const own = type === "adr" ? viewAdr(content2, rendering) : type === "architecture" ? viewArchitecture(content2, rendering) : viewSummary(content2, rendering);
  const text2 = tidy(fillTemplate(templates2[type], { ...values, ...own }));
  const whole = insist(text2, [values["notices"], values["disagreement"], values["provenance"]]);
  return `${whole}
${formatMark(session.id, type, whole)}
`;
}
function formatMark(sessionId, type, text2) {
  return `<!-- s2s:document ${type} from ${sessionId} sum ${computeSum(text2)} -->`;
}
function prepare(options) {
  const { session, type } = options;
  const { content: content2, assembled, unsupported } = readContent(session, type);
  const folders = type === "summary" || isKeptAside(session) ? "" : "../../.s2s/sessions/";
  const rehearsed = isKeptAside(session) ? "../" : "";
  return {
    content: content2,
    rendering: {
      session,
      assembled,
      unsupported,
      holds: createCitationCheck(session),
      sessionHref: options.sessionHref ?? `${folders}${rehearsed}${session.id}.yaml`,
      records: options.records ?? []
    }
  };
}
function viewCommon(content2, rendering, options) {
  const { session } = rendering;
  const text2 = (key) => typeof content2[key] === "string" ? content2[key] : "";
  return {
    title: heading(text2("title"), heading(session.topic, "Untitled")),
    summary: block(text2("summary")) || "Nobody wrote a summary.",
    recommendation: inline(text2("recommendation")),
    notices: renderNotices(rendering),
    disagreement: renderDisagreement(rendering),
    provenance: renderProvenance(rendering, { withResults: options.type !== "requirements" }),
    session: {
      id: session.id,
      link: rendering.sessionHref,
      topic: inline(session.topic),
      project: inline(session.project.name),
      workflow: session.workflow_type,
      strategy: inline(session.strategy),
      status: session.status,
      result: session.outcome?.result ?? "",
      rounds: session.rounds.length,
      date: /^\d{4}-\d{2}-\d{2}/.exec(cleanText(session.completed_at ?? session.updated_at))?.[0] ?? "",
      rehearsal: session.rehearsal
    }
  };
}
function tidy(text2) {
  return `${tidyBody(text2.replace(/\r\n?/g, "\n"))}
`;
}
function insist(text2, parts) {
  const [notices, ...rest] = parts.map((part) => tidy(part).trim());
  let whole = text2;
  for (const part of rest) if (part !== "" && !whole.includes(part)) whole = `${whole.trimEnd()}

${part}
`;
  if (notices === void 0 || notices === "" || whole.includes(notices)) return whole;
  const title = /^# .*$/m.exec(whole);
  const at = title === null ? /^---\n[\s\S]*?\n---\n/.exec(whole)?.[0].length ?? 0 : title.index + title[0].length;
  return `${whole.slice(0, at)}

${notices}

${whole.slice(at).replace(/^\n+/, "")}`;
}

// test/support/session-fixtures.ts
import fc2 from "fast-check";

// test/support/hostile-text.ts
import fc from "fast-check";
var hostilePieces = [
  "# Heading",
  "## Decision Outcome",
  "\n# x\n",
  "---",
  "\n---\n",
  "***",
  "===",
  "\n===\n",
  "```",
  "```js\ncode\n```",
  "~~~",
  "    indented",
  "<!--",
  "-->",
  "<!-- s2s:begin REQ-001 from x/REQ-001 sum 0 -->",
  "<!-- s2s:end REQ-001 -->",
  "<script>alert(1)</script>",
  "<b>",
  "</div>",
  "<?php",
  "<![CDATA[",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "|",
  ":-",
  "-|-",
  "[x]: http://evil.example",
  "[link](javascript:alert(1))",
  "![image](x.png)",
  "[^1]",
  "[ ]",
  "[x]",
  "[R9 nobody]",
  "- item",
  "* item",
  "+ item",
  "1. item",
  "2)",
  "> quote",
  "*",
  "_",
  "**bold**",
  "__init__",
  "snake_case_name",
  "`",
  "``",
  "`code`",
  "`a|b`",
  "\\",
  "\\`",
  "\\\\",
  "\\*",
  "http://a.example/b_c*d",
  "https://x.example/(y)",
  "https://",
  "www.example.com",
  "me@example.com",
  "mailto:a@b.example",
  "&lt;",
  "&#x41;",
  "&amp",
  "~5",
  "~~gone~~",
  "{{ title }}",
  "{% raw %}",
  '{% include "/etc/passwd" %}',
  "${x}",
  "$$",
  '"',
  "'",
  "---\nstatus: accepted\n---",
  "a: b",
  "%YAML",
  "@user",
  "#12",
  ":::note",
  "\u201Cquoted\u201D",
  "\u202Edesrever",
  "\u200B",
  "\0",
  "\x1B[31mred",
  "\x07",
  "\r\n",
  "\n\n",
  "	",
  "  ",
  "\u2028",
  "\uD800",
  "\uFB01",
  "\xE9",
  "\u6570\u636E\u5E93",
  "\u05E9\u05DC\u05D5\u05DD",
  "\u{1F469}\u200D\u{1F680}",
  "\uFEFF",
  "|:-:|",
  "shall",
  "end",
  '"]; click b1 "javascript:x"',
  "%%{init: {}}%%",
  "subgraph",
  "\u{1F937}",
  "x".repeat(300),
  "a  \nb",
  "line\nline\nline"
];
var hostileText = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostilePieces) }, fc.string({ unit: "binary", maxLength: 12 }), fc.constantFrom(" ", "\n", " word ")), {
  maxLength: 8
}).map((parts) => parts.join(""));

// test/support/session-fixtures.ts
var usage = { calls: 12, input_tokens: 24e3, output_tokens: 6e3, cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: null };
function buildRound(facts) {
  const seats = facts.answers.map((answer) => answer.seat);
  return {
    phase: "discussion",
    focus: "The queue",
    topic_id: null,
    question_fallback: null,
    context_summary: "A small team runs a download service on one machine.",
    asked: seats,
    failed: [],
    passed: [],
    speaking_order: seats,
    context_challenges: [],
    facts: [],
    assumptions: [],
    private_notes: [],
    synthesis: `What was said in round ${facts.round}.`,
    synthesis_fallback: null,
    consensus: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    moved: [],
    proposed_action: "continue",
    next_action: "continue",
    decided_by_rule: 13,
    override: null,
    after_escalation: null,
    next_focus: null,
    escalation_reason: null,
    recommendation: null,
    losses: [],
    started_at: "2026-03-02T09:00:00.000Z",
    ended_at: "2026-03-02T09:01:00.000Z",
    usage,
    usage_by_seat: [],
    ...facts,
    answers: facts.answers.map((answer) => ({ confidence: 0.8, changed: null, cause: null, duration_ms: 900, ...answer }))
  };
}
function buildDesignSession(changes = {}) {
  return sessionSchema.parse({
    schema_version: 1,
    id: "20260302-090000-which-queue",
    topic: "Which queue should carry the download jobs?",
    workflow_type: "design",
    strategy: "debate",
    output_type: "adr",
    status: "completed",
    pause_reason: null,
    created_at: "2026-03-02T09:00:00.000Z",
    updated_at: "2026-03-02T09:10:00.000Z",
    paused_at: null,
    completed_at: "2026-03-02T09:10:00.000Z",
    rehearsal: false,
    project: { name: "media-api" },
    facilitator: { agent: "facilitator", model: "anthropic/claude-sonnet-5-5" },
    synthesizer: { agent: "facilitator", model: "anthropic/claude-sonnet-5-5" },
    participants: [
      { id: "software-architect", role: "Software Architect", kind: "model", model: "anthropic/claude-sonnet-5-5", side: null },
      { id: "devops-engineer", role: "DevOps Engineer", kind: "model", model: "ollama/llama3.1", side: null },
      { id: "qa-lead", role: "QA Lead", kind: "model", model: "anthropic/claude-sonnet-5-5", side: null }
    ],
    panel: { chosen_by: "flag", scores: [] },
    settings: {},
    inputs: { agents: "a1", strategy: "b2", agenda: "c3", context: "d4", prompts: "1" },
    context_files: [],
    seed: 1,
    fence: "f3nce-4711",
    current_phase: "discussion",
    total_rounds: 3,
    agenda: [],
    proposals: [
      {
        id: "P-001",
        text: "Use Redis Streams for the download jobs",
        opened_in: 1,
        status: "agreed",
        decided_by: "count",
        stances: [
          { seat: "software-architect", stance: "support", reason: "Consumer groups give us retries", round: 2 },
          { seat: "devops-engineer", stance: "support", reason: "Redis runs already", round: 2 },
          { seat: "qa-lead", stance: "stand_aside", reason: "No plan for tests of redelivery", round: 2 }
        ]
      },
      {
        id: "P-002",
        text: "Add a broker of its own",
        opened_in: 1,
        status: "rejected",
        decided_by: "count",
        stances: [{ seat: "devops-engineer", stance: "block", reason: "One more service to run", round: 2 }]
      }
    ],
    consensus: [
      {
        id: "C-001",
        proposal_id: "P-001",
        text: "Use Redis Streams for the download jobs",
        round: 2,
        supported_by: ["software-architect", "devops-engineer"],
        stood_aside: ["qa-lead"]
      }
    ],
    conflicts: [
      {
        id: "CF-001",
        description: "How long finished jobs are kept",
        status: "open",
        opened_in: 1,
        rounds_open: 3,
        positions: [
          { seat: "qa-lead", text: "Seven days, for finding faults" },
          { seat: "devops-engineer", text: "One day, for memory" }
        ],
        resolution: null,
        resolution_type: null,
        resolved_in: null
      }
    ],
    artifacts: [
      { id: "REQ-001", type: "REQ", title: "Retry of failed downloads", text: "When a download fails, the service shall retry it at most 3 times.", rationale: "Sites fail now and then.", priority: "must", acceptance: ["A job that fails twice and then succeeds ends as done"], status: "proposed", round: 1, topic_id: null, proposed_by: ["software-architect"] },
      { id: "REQ-002", type: "REQ", title: "Priority lanes", text: "The service shall offer two lanes.", status: "withdrawn", round: 1, topic_id: null, proposed_by: ["qa-lead"] },
      { id: "NFR-001", type: "NFR", title: "Restart", text: "When the machine restarts, the service shall take up open jobs within 60 seconds.", priority: "should", acceptance: ["A job that was open before a restart is taken up within 60 seconds"], status: "proposed", round: 2, topic_id: null, proposed_by: ["devops-engineer"] },
      { id: "ARCH-001", type: "ARCH", title: "Redis Streams carry the jobs", text: "Each job is one entry.", rationale: "Consumer groups keep what was not acknowledged.", status: "amended", round: 2, topic_id: null, proposed_by: ["software-architect", "devops-engineer"] },
      { id: "COMP-001", type: "COMP", title: "API", text: "Takes jobs in and tells their state.", related_to: ["COMP-002"], status: "proposed", round: 1, topic_id: null, proposed_by: ["software-architect"] },
      { id: "COMP-002", type: "COMP", title: "Worker", text: "Runs the downloads.", status: "proposed", round: 1, topic_id: null, proposed_by: ["software-architect"] },
      { id: "RISK-001", type: "RISK", title: "Memory", text: "The stream grows without a limit.", status: "proposed", round: 2, topic_id: null, proposed_by: ["qa-lead"] },
      { id: "MIT-001", type: "MIT", title: "Trim the stream", text: "Cut it at 10000 entries.", related_to: ["RISK-001"], status: "proposed", round: 3, topic_id: null, proposed_by: ["devops-engineer"] }
    ],
    open_questions: [
      { id: "OQ-001", text: "Who watches the queue at night?", raised_by: ["qa-lead"], round: 2, status: "open", answer: null }
    ],
    escalations: [],
    guidance: [{ after_round: 1, text: "Think of the single machine" }],
    failures: [{ round: 3, step: "answer", seat: "qa-lead", kind: "timeout", message: "no reply within 180 s", request_id: null }],
    usage,
    outcome: {
      result: "partial-consensus",
      degraded: true,
      degradation: ["QA Lead is missing in round 3"],
      summary: "The panel looked for a queue for the download jobs. It settled on Redis Streams; how long jobs are kept stayed open.",
      recommendation: "Put the download jobs on Redis Streams.",
      dissent: [{ seat: "qa-lead", text: "Redelivery must be tested before we rely on it", round: 2 }],
      document: {
        type: "adr",
        assembled_by: "synthesizer",
        reason: null,
        content: {
          title: "Carry download jobs on Redis Streams",
          summary: "The panel compared three ways to carry download jobs and settled on Redis Streams.",
          recommendation: "Put the download jobs on Redis Streams.",
          context: "Jobs live in memory today and are lost on a restart. Which queue should carry them?",
          drivers: [{ text: "Jobs must survive a restart", sources: [{ round: 1, seat: "software-architect" }] }],
          options: [
            { title: "Redis Streams", description: "Entries with consumer groups.", good: [{ text: "Redis runs already", sources: [{ round: 2, seat: "devops-engineer" }] }], neutral: [], bad: [{ text: "redelivery is not tested", sources: [{ round: 2, seat: "qa-lead" }] }] },
            { title: "A broker of its own", description: "One more service.", good: [], neutral: [], bad: [{ text: "one more service to run", sources: [{ round: 2, seat: "devops-engineer" }] }] },
            { title: "Keep jobs in memory", description: "", good: [], neutral: [], bad: [] }
          ],
          chosen: "Redis Streams",
          reason: "it survives a restart and adds no service",
          consequences_good: [{ text: "jobs survive a restart", sources: [{ round: 1, seat: "software-architect" }] }],
          consequences_bad: [{ text: "memory grows with the stream", sources: [{ round: 9, seat: "qa-lead" }] }],
          confirmation: "A test stops the machine during a download and finds the job done afterwards.",
          revisit: "When jobs pass 100 a minute",
          supersedes: []
        },
        unsupported: ["consequences_bad[0].sources[0]: 9/qa-lead"]
      },
      files: []
    },
    rounds: [
      buildRound({
        round: 1,
        question: "What must the queue survive?",
        answers: [
          { seat: "software-architect", position: "It must survive a restart." },
          { seat: "devops-engineer", position: "It must add no service." },
          { seat: "qa-lead", position: "It must be testable.", confidence: null }
        ],
        facts: [{ seat: "devops-engineer", text: "Redis is in use for the cache" }]
      }),
      buildRound({
        round: 2,
        question: "Which of the three fits?",
        answers: [
          { seat: "software-architect", position: "Redis Streams.", changed: true, cause: "Redis runs already" },
          { seat: "devops-engineer", position: "Redis Streams.", changed: false },
          { seat: "qa-lead", position: "Redis Streams, if redelivery is tested.", changed: false }
        ],
        proposed_action: "conclude",
        override: "min_rounds 2/3"
      }),
      buildRound({
        round: 3,
        question: "What is left to settle?",
        answers: [
          { seat: "software-architect", position: "How long jobs are kept." },
          { seat: "devops-engineer", position: "One day is enough." }
        ],
        failed: ["qa-lead"],
        proposed_action: "conclude",
        next_action: "conclude",
        losses: ["An answer lacked its confidence"]
      })
    ],
    ...changes
  });
}
var seatIds = ["qa-lead", "software-architect", "devops-engineer", "human"];
var seat = fc2.oneof({ weight: 6, arbitrary: fc2.constantFrom(...seatIds) }, { weight: 1, arbitrary: hostileText });
var round = fc2.integer({ min: 1, max: 4 });
var some = (value, maxLength = 3) => fc2.array(value, { maxLength });
var positions = some(fc2.record({ seat, text: hostileText }));
var point2 = fc2.record({ text: hostileText, sources: some(fc2.record({ round, seat }), 2) });
var content = fc2.oneof(
  fc2.record({
    title: hostileText,
    summary: hostileText,
    recommendation: fc2.option(hostileText),
    context: hostileText,
    chosen: hostileText,
    reason: hostileText,
    options: some(fc2.record({ title: hostileText, description: hostileText, good: some(point2), neutral: some(point2), bad: some(point2) })),
    drivers: some(point2),
    consequences_good: some(point2),
    consequences_bad: some(point2),
    confirmation: hostileText,
    revisit: hostileText,
    purpose: hostileText,
    definitions: some(fc2.record({ term: hostileText, meaning: hostileText })),
    items: some(
      fc2.record({
        artifact_id: fc2.option(fc2.constantFrom("REQ-001", "REQ-002", "NFR-001", "REQ-999")),
        kind: fc2.constantFrom("REQ", "BR", "NFR", "EX", "odd"),
        title: hostileText,
        statement: hostileText,
        acceptance: some(hostileText),
        area: fc2.constantFrom("functions", "data", "odd"),
        sources: some(fc2.record({ round, seat }))
      })
    ),
    introduction: hostileText,
    strategy: some(point2),
    blocks: some(fc2.record({ name: hostileText, responsibility: hostileText, uses: some(hostileText), sources: some(fc2.record({ round, seat })) })),
    runtime: some(fc2.record({ scenario: hostileText, steps: some(hostileText) })),
    decisions: some(fc2.record({ title: hostileText, text: hostileText, record: fc2.option(hostileText) })),
    risks: some(fc2.record({ text: hostileText, mitigation: hostileText })),
    key_points: some(point2),
    ideas: some(fc2.record({ title: hostileText, text: hostileText, feasibility: fc2.constantFrom("high", "low", "odd"), risks: some(fc2.record({ text: hostileText, mitigation: hostileText })) })),
    pursue: some(hostileText),
    next_steps: some(hostileText)
  }),
  fc2.dictionary(fc2.constantFrom("title", "chosen", "options", "items", "blocks", "ideas", "summary"), fc2.jsonValue({ maxDepth: 2 }))
);
var sessions = fc2.record({
  topic: hostileText.map((text2) => text2.trim() === "" ? "A topic" : text2),
  workflow_type: fc2.constantFrom(...workflowTypes),
  output_type: fc2.constantFrom(...outputTypes),
  status: fc2.constantFrom("completed", "paused", "active"),
  rehearsal: fc2.boolean(),
  strategy: hostileText,
  roles: fc2.tuple(hostileText, hostileText, hostileText),
  rounds: some(
    fc2.record({
      question: hostileText,
      answers: some(fc2.record({ seat: fc2.constantFrom(...seatIds), position: hostileText, confidence: fc2.option(fc2.double({ min: 0, max: 1, noNaN: true })), changed: fc2.option(fc2.boolean()), cause: fc2.option(hostileText) })),
      failed: some(seat, 1),
      context_summary: hostileText,
      facts: positions,
      synthesis: hostileText,
      question_fallback: fc2.option(hostileText),
      synthesis_fallback: fc2.option(hostileText),
      override: fc2.option(hostileText),
      next_action: fc2.option(fc2.constantFrom(...nextActions)),
      recommendation: fc2.option(hostileText),
      losses: some(hostileText, 1)
    }),
    4
  ),
  proposals: some(fc2.record({ text: hostileText, status: fc2.constantFrom("open", "agreed", "rejected", "withdrawn"), stances: some(fc2.record({ seat, stance: fc2.constantFrom(...stances), reason: hostileText, round })) })),
  consensus: some(fc2.record({ proposal_id: fc2.option(fc2.constant("P-001")), text: hostileText, round, supported_by: some(seat), stood_aside: some(seat, 1) })),
  conflicts: some(fc2.record({ description: hostileText, status: fc2.constantFrom("open", "resolved"), opened_in: round, rounds_open: round, positions, resolution: fc2.option(hostileText) })),
  artifacts: some(fc2.record({ type: fc2.constantFrom(...artifactTypes), title: hostileText, text: hostileText, rationale: hostileText, acceptance: some(hostileText, 2), status: fc2.constantFrom("proposed", "amended", "withdrawn"), round, proposed_by: some(seat, 2) }), 6),
  open_questions: some(fc2.record({ text: hostileText, raised_by: some(seat, 1), round, status: fc2.constantFrom("open", "answered") })),
  escalations: some(fc2.record({ round, reason: hostileText, positions, recommendation: fc2.option(hostileText), status: fc2.constantFrom("pending", "answered"), decision: fc2.option(fc2.constantFrom("accept", "own", "continue")), text: fc2.option(hostileText), answered_by: fc2.option(fc2.constantFrom("user", "policy")) }), 2),
  guidance: some(fc2.record({ after_round: round, text: hostileText }), 1),
  failures: some(fc2.record({ round, seat, kind: fc2.constantFrom(...failureKinds), message: hostileText }), 2),
  outcome: fc2.option(
    fc2.record({
      result: fc2.constantFrom(...outcomeResults),
      degraded: fc2.boolean(),
      degradation: some(hostileText, 2),
      summary: hostileText,
      recommendation: fc2.option(hostileText),
      dissent: some(fc2.record({ seat, text: hostileText, round })),
      document: fc2.option(fc2.record({ type: fc2.constantFrom(...outputTypes), assembled_by: fc2.constantFrom("synthesizer", "program"), reason: fc2.option(hostileText), content, unsupported: fc2.constant([]) })),
      files: fc2.constant([])
    }),
    { freq: 6 }
  )
}).map((given) => {
  const base = buildDesignSession();
  const number = (index) => String(index + 1).padStart(3, "0");
  return sessionSchema.parse({
    ...base,
    ...given,
    participants: base.participants.map((one, index) => ({ ...one, role: given.roles[index] ?? "" })),
    rounds: given.rounds.map((one, index) => buildRound({ ...one, round: index + 1 })),
    proposals: given.proposals.map((one, index) => ({ ...one, id: `P-${number(index)}`, opened_in: 1, decided_by: null })),
    consensus: given.consensus.map((one, index) => ({ ...one, id: `C-${number(index)}` })),
    conflicts: given.conflicts.map((one, index) => ({ ...one, id: `CF-${number(index)}`, resolution_type: null, resolved_in: null })),
    artifacts: given.artifacts.map((one, index) => ({ ...one, id: `${one.type}-${number(index)}`, topic_id: null })),
    open_questions: given.open_questions.map((one, index) => ({ ...one, id: `OQ-${number(index)}`, answer: null })),
    escalations: given.escalations.map((one, index) => ({ ...one, id: `E-${number(index)}`, trigger: "facilitator", subject: null, extra_rounds: 0, answered_at: null })),
    failures: given.failures.map((one) => ({ ...one, step: "answer", request_id: null }))
  });
});

// ../../tmp/probe/l.ts
import { readFileSync, readdirSync } from "node:fs";
var t = (n) => ({ file: "templates/" + n, text: readFileSync("/work/main/templates/" + n + ".md", "utf8") });
var templates = { adr: t("adr"), requirements: t("requirements"), architecture: t("architecture"), summary: t("summary") };
for (const type of ["adr", "requirements", "architecture", "summary"]) {
  const s = buildDesignSession();
  console.log(type, JSON.stringify(lintFile(renderDocument({ session: s, type, templates }), "x.md", { session: s }), null, 0));
}
var d = "/work/shared/real/media-api/.s2s/decisions/";
for (const f of readdirSync(d)) {
  const r = lintFile(readFileSync(d + f, "utf8"), d + f);
  console.log(f, r.type);
  for (const p of r.problems) console.log("  ", p.line, p.severity, p.rule, p.message);
}
