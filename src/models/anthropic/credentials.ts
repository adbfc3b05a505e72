/** Where credentials for the vendor's API come from. */

/** Variables through which the client finds credentials by itself, beside a key. */
export const ownCredentialVariables = [
  'ANTHROPIC_PROFILE',
  'ANTHROPIC_IDENTITY_TOKEN',
  'ANTHROPIC_IDENTITY_TOKEN_FILE',
] as const;

/** The variable of the key when the configuration names none; the other ways to a credential hold only beside it. */
export const defaultKeyVariable = 'ANTHROPIC_API_KEY';
