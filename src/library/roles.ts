/** Writes roles for people to read. */

/** The maximum length of a role, in characters. */
export const maxRoleCharacters = 60;

/** Words that are not simply capitalized. */
const spellings: Record<string, string> = {
  devops: 'DevOps',
  devsecops: 'DevSecOps',
  mlops: 'MLOps',
  finops: 'FinOps',
  ios: 'iOS',
  saas: 'SaaS',
  iot: 'IoT',
  of: 'of',
  and: 'and',
  the: 'the',
  for: 'for',
};

const acronyms = new Set(
  'ai api ar aws bi cd ceo cfo ci cio ciso cpo cto crm dba dx erp gcp gdpr gis gpu hr it k8s llm ml nlp os oss pm pr qa ra sap sdk seo sla sql sre tv ui ux vp vr'.split(
    ' ',
  ),
);

/** `qa-lead` → `QA Lead`, `devops-engineer` → `DevOps Engineer`. */
export function nameRole(id: string): string {
  const words = id.split('-').filter((word) => word !== '');
  return words
    .map((word, index) => {
      const spelling = spellings[word];
      if (spelling !== undefined && (index > 0 || spelling !== word)) return spelling;
      return acronyms.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

/** One line of at most 60 characters, without control characters; `…` marks a cut. */
export function cleanRole(text: string): string {
  return shortenLine(text, maxRoleCharacters);
}

/** One line of at most `limit` characters (code points), without control and direction characters. */
export function shortenLine(text: string, limit: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= limit) return line;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
