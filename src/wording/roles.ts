/** The roles of the agents that ship, in the other languages that ship; a role that a project made is printed as it stands. */
import { readSubtag } from '../session/rules/language.ts';

const german: Readonly<Record<string, string>> = {
  'Accessibility specialist': 'Barrierefreiheit',
  'API designer': 'API-Design',
  'Business analyst': 'Fachanalyse',
  'Cost analyst': 'Kostenanalyse',
  'Data engineer': 'Datentechnik',
  "Devil's advocate": 'Advocatus Diaboli',
  'DevOps engineer': 'Entwicklung und Betrieb',
  'Document editor': 'Redaktion',
  Facilitator: 'Moderation',
  'Frontend engineer': 'Oberflächenentwicklung',
  'Performance engineer': 'Leistung',
  'Privacy and compliance counsel': 'Datenschutz und Recht',
  'Product manager': 'Produktmanagement',
  'QA lead': 'Qualitätssicherung',
  'Security champion': 'Sicherheit',
  'Site reliability engineer': 'Betriebssicherheit',
  'Software architect': 'Softwarearchitektur',
  'Support lead': 'Support',
  'Technical lead': 'Technische Leitung',
  'Technical writer': 'Technische Dokumentation',
  'UX researcher': 'Nutzerforschung',
};

const shipped: Readonly<Record<string, Readonly<Record<string, string>>>> = { de: german };

/** A role in a language (BCP 47). */
export function sayRole(role: string, language: string | null): string {
  return shipped[readSubtag(language)]?.[role] ?? role;
}
