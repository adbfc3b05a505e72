/** Keys about telling the person when nobody looks. They belong in the person's own configuration: a project's need approval. */
import type { KeyLine } from './key-line.ts';

export const notifyKeys: readonly KeyLine[] = [
  {
    key: 'notify.desktop',
    type: 'boolean',
    can: 'runs',
    description:
      'Show a desktop notification when you are needed and when a discussion ends (notify-send on Linux, osascript on macOS).',
    example: true,
    default: false,
  },
  {
    key: 'notify.command',
    type: 'command line',
    can: 'runs',
    nullable: true,
    description:
      'A program to start when you are needed and when a discussion ends; it gets one JSON object on standard input.',
    example: ['./tell-me.sh'],
    default: null,
  },
  {
    key: 'notify.webhook',
    type: 'web address',
    can: 'host',
    nullable: true,
    description:
      'An address to send the same JSON to, with `X-S2S-Signature: sha256=…`, the HMAC of the body under the secret.',
    example: 'https://chat.example.org/hooks/s2s',
    default: null,
  },
  {
    key: 'notify.secret_env',
    type: 'variable name',
    can: 'variable',
    description: 'The environment variable with the secret of the webhook; nothing is sent unsigned.',
    example: 'HOOK_SECRET',
    default: 'S2S_NOTIFY_SECRET',
  },
];
