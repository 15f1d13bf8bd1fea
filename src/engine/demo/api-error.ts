/** Canonical status names that Gemini pairs with its HTTP codes. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** A refusal in Gemini's own shape. Expected, so it is a value that handlers return and not an exception. */
export interface ApiRefusal {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ErrorBody {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status: string;
    readonly details?: readonly unknown[];
  };
}

export function refuse(code: number, message: string, more: Omit<ApiRefusal, 'code' | 'message'> = {}): ApiRefusal {
  return { code, message, ...more };
}

export function errorBody({ code, message, details }: ApiRefusal): ErrorBody {
  const status = STATUS_NAMES[code] ?? 'UNKNOWN';
  return { error: { code, message, status, ...(details ? { details } : {}) } };
}

/** What Gemini says to a request without a key. */
export const NO_KEY = refuse(
  403,
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
);

/** What Gemini says to a key that it does not know. */
export const BAD_KEY = refuse(400, 'API key not valid. Please pass a valid API key.', {
  details: [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
  ],
});
