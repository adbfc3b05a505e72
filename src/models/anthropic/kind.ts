/** The Anthropic API. */
import { findMissingKey, type ProviderKind } from '../provider-kind.ts';
import { httpKeys } from '../shared-keys.ts';

/** Variables through which the client finds credentials by itself, beside a key. */
export const ownCredentialVariables = [
  'ANTHROPIC_PROFILE',
  'ANTHROPIC_IDENTITY_TOKEN',
  'ANTHROPIC_IDENTITY_TOKEN_FILE',
] as const;

/** The variable of the key when the configuration names none; the other ways to a credential hold only beside it. */
export const defaultKeyVariable = 'ANTHROPIC_API_KEY';

/** The description of the vendor's API. */
export const anthropicKind: ProviderKind = {
  type: 'anthropic',
  description: 'the Anthropic API',
  keys: httpKeys,
  required: null,
  needsModel: true,
  needsKey: () => true,
  listReadyMade: (env) => ({
    anthropic: {
      config: {
        type: 'anthropic',
        api_key_env: defaultKeyVariable,
        base_url: env['ANTHROPIC_BASE_URL'] || null,
      },
      needsKey: true,
      statesCost: false,
      example: 'anthropic/claude-sonnet-5-5',
    },
  }),
  findMissing: async (options) => {
    const { config, env } = options;
    const others = ['ANTHROPIC_AUTH_TOKEN', ...ownCredentialVariables];
    const hasOther = config.api_key_env === defaultKeyVariable && others.some((name) => env[name]?.trim());
    return hasOther ? null : findMissingKey({ ...options, needsKey: true });
  },
  load: async () => (await import('./provider.ts')).createAnthropicProvider,
};
