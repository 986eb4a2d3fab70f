import { z } from 'zod';

/** What a browser gives of its push subscription (`PushSubscription.toJSON`): where to send, and the keys to encrypt for it. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(1024),
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: z.base64url().length(87),
    /** 16 bytes. */
    auth: z.base64url().length(22),
  }),
});
export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionSchema>;

/** Whether the device of this session is told of reports that end, and the key its browser subscribes with (VAPID, base64url). */
export const pushStateSchema = z.object({ on: z.boolean(), public_key: z.string() });
export type PushState = z.infer<typeof pushStateSchema>;
