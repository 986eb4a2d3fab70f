import type { GuardedFetch } from './guarded-fetch.ts';
import { pageText } from './page-text.ts';

/** A page or JSON of a site, as text. */
export type FetchedPage = { url: string; status: number; content_type: string | null; body: string };
export type PageQuestion = { url: string; kind: 'page' | 'json'; headers?: Readonly<Record<string, string>>; signal?: AbortSignal };

/** Asks for a page through the guard and reads it as text, whatever its charset. Any status is an answer. */
export async function fetchPage(fetch: GuardedFetch['fetch'], question: PageQuestion): Promise<FetchedPage> {
  const answer = await fetch(question);
  return { url: answer.url, status: answer.status, content_type: answer.contentType, body: pageText(answer.body, answer.contentType) };
}
