/** The port behind the limits of providers: who may call now, counted over everybody who shares them. */

/** What one provider allows; what is absent is not limited. */
export interface ProviderLimit {
  /** Calls at a time. */
  requests?: number;
  /** Tokens in and out. */
  tokensPerMinute?: number;
}

/** A place for one call. */
export interface CallSlot {
  /** Gives it back, with the tokens that the call came to. */
  free: (tokens: number) => Promise<void>;
}

/** The places. */
export interface CallSlots {
  /** Takes one for a call of about so many tokens; null when none is free. A call larger than the limit for a minute gets one when no other call counts. */
  take: (provider: string, limit: ProviderLimit, tokens: number) => Promise<CallSlot | null>;
}
