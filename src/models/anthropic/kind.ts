/** The Anthropic API. */
import { findWrongAddress, type ProviderKind } from '../provider-kind.ts';
import { findMissingKey } from '../read-key.ts';
import { httpKeys } from '../shared-keys.ts';

/** Variables through which the vendor's client finds credentials by itself, besides a key. */
export const ownCredentialVariables = [
  'ANTHROPIC_PROFILE',
  'ANTHROPIC_IDENTITY_TOKEN',
  'ANTHROPIC_IDENTITY_TOKEN_FILE',
] as const;

/** The variable of the key when the configuration names none. The other sources of credentials apply only with this variable. */
export const defaultKeyVariable = 'ANTHROPIC_API_KEY';

/** The kind of provider that uses the vendor's API. */
export const anthropicKind: ProviderKind = {
  type: 'anthropic',
  description: 'the Anthropic API',
  findAddress: (env) => env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com',
  credentials: [defaultKeyVariable, 'ANTHROPIC_AUTH_TOKEN', ...ownCredentialVariables],
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
    const wrong = findWrongAddress(config);
    if (wrong !== null) return wrong;
    const others = ['ANTHROPIC_AUTH_TOKEN', ...ownCredentialVariables];
    const hasOther = config.api_key_env === defaultKeyVariable && others.some((name) => env[name]?.trim());
    return hasOther ? null : findMissingKey({ ...options, needsKey: true });
  },
};
