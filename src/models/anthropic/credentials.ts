/** Where credentials for the vendor's API come from. */

/** Variables through which the vendor's client finds credentials by itself, besides a key. */
export const ownCredentialVariables = [
  'ANTHROPIC_PROFILE',
  'ANTHROPIC_IDENTITY_TOKEN',
  'ANTHROPIC_IDENTITY_TOKEN_FILE',
] as const;

/** The variable of the key when the configuration names none. The other sources of credentials apply only with this variable. */
export const defaultKeyVariable = 'ANTHROPIC_API_KEY';
