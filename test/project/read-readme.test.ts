/** What READMEs of many shapes say of their projects, and what of them says nothing. */
import { describe, expect, it } from 'vitest';
import { detectProject } from '../../src/project/detect-project.ts';
import { planInit } from '../../src/project/plan-init.ts';
import { parseProjectContext } from '../../src/project/project-context.ts';
import { findReadmePart } from '../../src/project/project-headings.ts';
import { makeFolder } from '../support/make-folder.ts';

describe('a heading', () => {
  it.each([
    [
      'outOfScope',
      'Non-Goals',
      'Non goals',
      'Out of scope',
      'What Lantern is not',
      "What it doesn't do",
      'Nicht-Ziele',
      'Hors périmètre',
      'Fuera de alcance',
      '非目标',
      '🚫 Not goals',
    ],
    [
      'objectives',
      'Goals',
      '2. Project Goals',
      'Design goals and principles',
      'Why Zip?',
      '🎯 Vision',
      'Mission statement',
      '**Aims**',
      'Ziele',
      'Objectifs',
      'Objetivos',
      '目标',
      'Цели',
      'Motivation',
    ],
    [
      'constraints',
      'Constraints & Assumptions',
      'Limitations',
      'Known limitations',
      'Requirements',
      'System requirements',
      'Prerequisites',
      'Browser Support',
      'Supported Versions',
      'Rahmenbedingungen',
      'Voraussetzungen',
      'Contraintes',
      '限制',
    ],
    [
      'inScope',
      'Features',
      '✨ Key Features',
      'Supported Features & Best-Practices',
      'Scope',
      'What it does',
      'Funktionsumfang',
      'Fonctionnalités',
      '特性',
    ],
    ['about', 'About', 'About The Project', 'Overview', 'What is Orchard?', 'Über das Projekt', '简介'],
    [
      null,
      'Installation',
      'Getting Started',
      'License',
      'Contributing',
      'Table of contents',
      "Why shouldn't I use it?",
      'Goalkeeper API',
      'Changelog',
      'Requirements.txt explained at length',
      'Support us',
      'Sponsors',
      '',
    ],
  ])('%s: %s', (...row) => {
    const [part, ...titles] = row;
    for (const title of titles) expect([title, findReadmePart(title ?? '')]).toEqual([title, part]);
  });
});

const long = `${'Every API is a plug-in point, and nothing is private to us, '.repeat(12)}which is the point.`;

async function init(files: Record<string, string>) {
  const found = await detectProject(await makeFolder(files));
  const plan = planInit(found, {}, { folderName: 'folder' });
  const text = plan.files.find(({ path }) => path === '.s2s/CONTEXT.md')?.content ?? '';
  return { text, context: parseProjectContext(text, 'folder') };
}

describe('a project', () => {
  it('is told by its README: not by badges, contents, commands or links', async () => {
    const { text, context } = await init({
      'README.md': [
        '[![Build][b]][l] [![GoPkg Widget]][GoPkg] ![x](y)',
        '# Orchard 🍎',
        '<p align="center"><img src="x"></p>',
        '[Docs](https://x) · [Website](https://y) · [Chat](https://z)',
        'Orchard manages [containerized applications] on **many** hosts. It consists of two parts:',
        '- A server\n- A client',
        '## Contents\n\n- [Goals](#goals)\n- [Install](#install)',
        `## Goals\n\n1. **Portable** – runs everywhere.\n2. ${long} More of it follows.\n3. 🚀 Self-healing\n4. [Goals](#goals)\n5. \`npm install\`\n6. $ make install\n   - nested`,
        '## Non-goals\n\n* Builds no images',
        '## Limitations\n\n| What | Why |\n|---|---|\n| Linux 5.4 | cgroups |',
        '## Features\n\n### 📝 Editor\n\nWrite with blocks. Drag them.\n\n### Offline\n\n```sh\nrun\n```',
        '## Install\n\n- Run `npm install`\n\n```sh\nnpm install orchard\n```',
      ].join('\n\n'),
      'package.json': '{"name": "orchard", "license": "UNLICENSED"}',
    });
    expect(context).toMatchObject({
      description: 'Orchard manages containerized applications on many hosts.',
      objectives: ['Portable – runs everywhere.', long, 'Self-healing'],
      constraints: ['Linux 5.4: cgroups'],
      in_scope: ['Editor: Write with blocks.', 'Offline'],
      out_of_scope: ['Builds no images'],
    });
    for (const noise of ['UNLICENSED', 'npm', 'badge', 'Website', '…', '[!['])
      expect(text).not.toContain(noise);
    expect(text).not.toMatch(/\.\.\.$/m);
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'in German',
      {
        'README.md':
          '# X\n\nDer Dienst prüft eingehende Rechnungen.\n\n## Ziele\n\n- Schnell\n\n## Nicht-Ziele\n\n- Buchhaltung\n\n## Rahmenbedingungen\n\n- DSGVO\n',
      },
      { objectives: ['Schnell'], out_of_scope: ['Buchhaltung'], constraints: ['DSGVO'] },
    ],
    [
      'in Chinese',
      {
        'README.md':
          '# 下载器\n\n一个支持断点续传的下载服务，面向企业内部使用。\n\n## 目标\n\n- 单机部署\n\n## 特性\n\n- 断点续传\n',
      },
      {
        description: '一个支持断点续传的下载服务，面向企业内部使用。',
        objectives: ['单机部署'],
        in_scope: ['断点续传'],
      },
    ],
    [
      'in reStructuredText',
      {
        'README.rst':
          'Shop: sells\n===========\n\n.. image:: https://x\n   :target: https://y\n\n**Shop** is a simple library for shops.\n\nGoals\n-----\n\n- Be boring\n',
      },
      { description: 'Shop is a simple library for shops.', objectives: ['Be boring'] },
    ],
    [
      'in AsciiDoc',
      {
        'README.adoc':
          '= Shop\nimage:https://x[CI]\n\nShop helps you to sell things.\n\n== Goals\n\n* Be boring.\n',
      },
      { description: 'Shop helps you to sell things.', objectives: ['Be boring.'] },
    ],
    [
      'by its documentation, where the README says little',
      {
        'README.md': '# ship\n\nDeploys things to a few machines.\n',
        'docs/goals.md': '# Goals\n\n- Fast\n\n# Non-goals\n\n- Images\n',
        'docs/index.md': '# Docs\n\n- [Guide](g.md)\n\n## Limitations\n\nOnly Debian. Root is needed.\n',
      },
      { objectives: ['Fast'], out_of_scope: ['Images'], constraints: ['Only Debian. Root is needed.'] },
    ],
    [
      'in HTML, as far as people write it into markdown',
      {
        'README.md':
          '<h1 align="center">\n  <img src="logo.svg">\n  Shop\n</h1>\n<p align="center">A <b>fast</b> shop &amp; more for everybody.</p>\n\n## 🎯 What we want\n\n- Speed\n',
      },
      { name: 'Shop', description: 'A fast shop & more for everybody.', objectives: ['Speed'] },
    ],
    [
      'in reStructuredText with a title between two lines, and sections underlined as it is',
      {
        'README.rst':
          '=========\nWarehouse\n=========\n\nManages the warehouse of a shop.\n\nGoals\n=====\n\n* Show stock.\n\nConstraints\n~~~~~~~~~~~\n\n* One server.\n',
      },
      {
        name: 'Warehouse',
        description: 'Manages the warehouse of a shop.',
        objectives: ['Show stock.'],
        constraints: ['One server.'],
      },
    ],
    [
      'in Japanese',
      {
        'README.md':
          '# 倉庫管理\n\n通販の倉庫を管理するシステムです。在庫と注文を扱います。\n\n## 目的\n\n- 在庫を表示する\n\n## 対象外\n\n- 会計\n',
      },
      { name: '倉庫管理', objectives: ['在庫を表示する'], out_of_scope: ['会計'] },
    ],
    [
      'with the version of its language, once',
      { 'go.mod': 'module example.com/queue\n\ngo 1.22\n' },
      { stack: ['Go 1.22'] },
    ],
    [
      'by its gemspec and README',
      {
        'a.gemspec':
          'Gem::Specification.new do |s|\n s.name = "paddle"\n s.summary = "Runs jobs"\n s.license = "MIT"\nend\n',
        'README.md': '# Paddle\n\nPaddle is a job system for Ruby.\n',
      },
      {
        name: 'paddle',
        description: 'Runs jobs. Paddle is a job system for Ruby.',
        constraints: ['Licence: MIT'],
      },
    ],
    [
      'not by what is still to be written',
      { 'README.md': '# api\n\n![ci](x)\n\nTODO\n\n## Goals\n\n## Features\n\nTBD\n' },
      { description: '', objectives: [], in_scope: [] },
    ],
  ])('is told %s', async (_how, files, expected) => {
    expect((await init(files)).context).toMatchObject(expected);
  });

  it('says what a person said before what was found', async () => {
    const found = await detectProject(await makeFolder({ 'README.md': '# X\n\n## Goals\n\n- Old\n' }));
    const plan = planInit(found, { objectives: 'Fast; cheap ;', outOfScope: 'Mobile' }, { folderName: 'x' });
    const text = plan.files.find(({ path }) => path === '.s2s/CONTEXT.md')?.content ?? '';
    expect(parseProjectContext(text, 'x')).toMatchObject({
      objectives: ['Fast', 'cheap'],
      out_of_scope: ['Mobile'],
    });
  });
});
