import { liveSocket, liveTicket } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/api-call.ts';
import { type ReportFrame, reportFrameSchema } from '../../../contract/schemas/events.ts';
import { call } from '../call.ts';
import { readSession } from '../session/session-store.ts';
import { createStore } from '../store.ts';

/** The newest frame of each report, kept even before the report is in the list: that is how early events are buffered. */
export type LiveState = { connected: boolean; frames: ReadonlyMap<string, ReceivedFrame> };
export type ReceivedFrame = ReportFrame & { received: number };
type FrameListener = (frame: ReportFrame) => void;

/** The socket and what it told. */
export const liveState = createStore<LiveState>({ connected: false, frames: new Map() });
const frameListeners = new Set<FrameListener>();
let socket: WebSocket | null = null;
let lastSeq: number | null = null;
let users = 0;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const publish = (next: Partial<LiveState>): void => liveState.set({ ...liveState.get(), ...next });

/** Hears every new frame once, in order. */
export function onFrame(listener: FrameListener): () => void {
  frameListeners.add(listener);
  return () => frameListeners.delete(listener);
}

/** Keeps the socket open while anyone uses it: reconnects with replay after a loss. */
export function openLive(): () => void {
  users++;
  if (users === 1) void connect();
  return () => {
    users--;
    if (users === 0) close();
  };
}

function close(): void {
  clearTimeout(timer);
  timer = undefined;
  socket?.close();
  socket = null;
  failures = 0;
  publish({ connected: false });
}

/** Forgets everything at sign-out: the next user starts from nothing. */
export function forgetLive(): void {
  lastSeq = null;
  publish({ frames: new Map() });
}

async function connect(): Promise<void> {
  timer = undefined;
  if (users === 0 || readSession() === null || socket !== null) return;
  try {
    const { ticket } = await call(liveTicket);
    if (users === 0 || socket !== null) return;
    const address = addressOf(liveSocket, { query: { token: ticket, since: lastSeq } });
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${address}`);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      publish({ connected: true });
    };
    opened.onmessage = (event) => take(event.data);
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      publish({ connected: false });
      later();
    };
  } catch {
    later();
  }
}

/** 0.5 s, 1 s, 2 s … at most 15 s, with jitter, so that a restarted server is not stormed. */
function later(): void {
  if (users === 0 || timer !== undefined) return;
  const wait = Math.min(15_000, 500 * 2 ** failures) * (0.7 + Math.random() * 0.6);
  failures++;
  timer = setTimeout(() => void connect(), wait);
}

function take(data: unknown): void {
  const parsed = reportFrameSchema.safeParse(parseJson(data));
  if (!parsed.success) return;
  const frame = parsed.data;
  lastSeq = Math.max(lastSeq ?? 0, frame.seq);
  const { frames } = liveState.get();
  const known = frames.get(frame.report_id);
  if (known !== undefined && known.seq >= frame.seq) return;
  publish({ frames: new Map(frames).set(frame.report_id, { ...frame, received: Date.now() }) });
  for (const listener of frameListeners) listener(frame);
}

function parseJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
