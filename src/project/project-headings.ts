/** Recognizes what a README heading introduces, in various wordings and languages. */

/** A part of what a panel must know about a project. */
export type ReadmePart = 'about' | 'objectives' | 'constraints' | 'inScope' | 'outOfScope';

/** The first match counts: "non-goals" are not goals. Headings are matched in lowercase, without marks, numbers and emoji. */
const parts: readonly (readonly [ReadmePart, RegExp])[] = [
  [
    'outOfScope',
    /^(?:(?:explicit )?(?:non|not|anti)[- ]?(?:goals?|objectives?|features?|requirements?)|(?:things )?(?:out of|not in|outside(?: of)?) (?:the )?scope|exclusions?|limits of scope|what .{1,40} (?:is|does|will|do)(?: not|n[’']t)\b.*|what(?:[’']s| is) not (?:included|supported|covered).*|nicht[- ]?ziele|(?:nicht|außerhalb) .*(?:umfangs?|scope)|abgrenzung|hors (?:du )?périmètre|non[- ]objectifs|fuera (?:de|del) alcance|no objetivos|fora (?:de|do) escopo|não objetivos|fuori ambito|非目标|不做什么|対象外|не цели)$/u,
  ],
  [
    'objectives',
    /^(?:(?:(?:project|design|main|our|the|key|core|high[- ]level|product|business) )*(?:goals?|aims?|objectives?|mission|vision|purpose)(?: (?:and|&) .{1,40}| statement)?|(?:design |guiding |core )?(?:principles|philosophy)|design philosophy|why(?! .*(?:n[’']t\b| not\b))(?: .{1,40})?|motivation|what we want|ziele?|projektziele|zweck|warum .*|leitbild|objectifs?|buts?|pourquoi .*|objetivos?|propósito|por ?qu[eé] .*|obiettivi|scopo|doelen|mål|cele|цели|зачем.*|目标|项目目标|目的|目標)$/u,
  ],
  [
    'constraints',
    /^(?:(?:(?:technical|business|project|design|known|current|system|hardware|software|minimum|runtime|legal|platform|browser) )*(?:constraints?|limitations?|restrictions?|requirements|prerequisites?|compatibility|support|caveats|assumptions)(?: (?:and|&) .{1,40})?|supported (?:platforms?|versions?|environments?|browsers?|systems?|databases?|.{1,20} versions?)|rahmenbedingungen|randbedingungen|voraussetzungen|einschränkungen|anforderungen|contraintes|prérequis|limites|restricciones|requisitos(?: previos)?|limitaciones|restrições|limitações|vincoli|requisiti|limiti|beperkingen|ограничения|требования|限制|约束|环境要求|要求|制約|動作環境)$/u,
  ],
  [
    'inScope',
    /^(?:(?:in )?scope|what(?:[’']s| is) (?:included|inside|in the box|supported)|(?:key |main |core |top |notable |supported |current )?(?:features?|capabilities|highlights|functionality)(?: (?:and|&) .{1,40}| overview| list| at a glance)?|what (?:it|.{1,30}) (?:does|can do|offers|provides)|what you (?:get|can do)(?: .{1,30})?|use cases|funktionen|funktionsumfang|merkmale|umfang|leistungsumfang|périmètre|fonctionnalités|caractéristiques|características|funcionalidades|alcance|escopo|recursos|funzionalità|caratteristiche|functies|возможности|功能(?:特性)?|特性|特点|機能|特徴)$/u,
  ],
  [
    'about',
    /^(?:about(?: .{1,40})?|overview|introduction|intro|description|summary|background|what(?:[’']s| is) .{1,40}|über(?: .{1,40})?|überblick|beschreibung|einführung|worum geht es|présentation|à propos.*|introducción|descripción|sobre .{0,40}|visão geral|introduzione|descrizione|o проекте|о проекте|описание|简介|介绍|概述|概要|はじめに)$/u,
  ],
];

/** The part that a heading introduces; null for other headings. */
export function findReadmePart(title: string): ReadmePart | null {
  const plain = title
    .toLowerCase()
    .replace(/<[^<>]*>|!?\[|\]\([^)]*\)|:[a-z0-9_+-]+:/g, ' ')
    .replace(/[^\p{L}\p{N}\p{M}&’'\- ]+/gu, ' ')
    .replace(/^\s*\d+(?:\s+\d+)*\s+/, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return parts.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}
