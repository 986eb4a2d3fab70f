/** Loaded before a process under test (`--import`): at SIGUSR2 it throws where nobody catches. */
process.on('SIGUSR2', () => {
  throw new Error('made up, caught by nobody');
});
