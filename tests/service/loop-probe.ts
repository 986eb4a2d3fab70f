/**
 * Loaded before a process under test (`--import`): tells on request the most its main thread computed in one go, in ms of its own
 * processor time, since it was last asked. A busy machine that gives the process no time is not counted.
 */
let longest = 0;
const used = (): number => {
  // Node 22 only tells of all threads together: never less than the main one's.
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
};
let before = used();
setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - before);
  before = now;
}, 5).unref();
process.on('message', (message) => {
  if (message !== 'longest') return;
  process.send?.({ longest });
  longest = 0;
});
process.channel?.unref();
