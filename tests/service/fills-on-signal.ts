/** Loaded before a process under test (`--import`): at SIGUSR2 it takes memory until there is none. */
process.on('SIGUSR2', () => {
  for (const taken: number[][] = []; ; ) taken.push(Array.from({ length: 100_000 }, Math.random));
});
