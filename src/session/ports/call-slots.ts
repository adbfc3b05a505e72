/** The port behind the limits of providers. Calls are counted across all processes that share a limit. */

/** The limits of one provider; an absent one does not apply. */
export interface ProviderLimit {
  /** Calls at a time. */
  requests?: number;
  /** Tokens in and out. */
  tokensPerMinute?: number;
}

/** A place for one call. */
export interface CallSlot {
  /** Gives the place back, with the number of tokens that the call used. */
  free: (tokens: number) => Promise<void>;
}

export interface CallSlots {
  /**
   * Takes a place for a call of about this many tokens; null when none is free. A call larger than the limit for a minute gets one
   * when no other call counts.
   */
  take: (provider: string, limit: ProviderLimit, tokens: number) => Promise<CallSlot | null>;
}
