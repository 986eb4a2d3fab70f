/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = ['report.finished', 'report.failed', 'report.version'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The longest address of a webhook, characters. */
export const MOST_WEBHOOK_URL = 2000;
