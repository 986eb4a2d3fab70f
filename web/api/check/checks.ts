/** What the page asks of the thread that checks answers: `shape` is a call's operation, or a frame of the live socket. */
export type CheckRequest = { id: number; shape: string; json: ArrayBuffer | string };
/** `problem`: why it is none of that shape. */
export type CheckReply = { id: number } & ({ ok: true; value: unknown } | { ok: false; problem: string });

export const FRAME = 'frame';
