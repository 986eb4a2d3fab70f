/** Longest wait between two looks, ms. */
const LONGEST_MS = 400;

/**
 * Waits before another look at something awaited since `started` (`performance.now()`), a quarter as long as it has been awaited: each look
 * is a call or a query, and 50 of them while a report is made cost as much as the report.
 */
export const betweenLooks = async (started: number): Promise<void> => {
  const ms = Math.min(LONGEST_MS, 15 + (performance.now() - started) / 4);
  await new Promise((resolve) => setTimeout(resolve, ms));
};
