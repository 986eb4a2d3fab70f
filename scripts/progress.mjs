// Plain JavaScript for Node 20+: used before anything is installed.

const SIGN = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

/**
 * Shows the steps of a start: a line with its seconds when each ends. In a terminal a last line moves meanwhile and names the steps
 * that run; elsewhere each begins with a line. Writes to `stream`; `now` is a clock in ms.
 */
export function createProgress(stream = process.stderr, now = () => performance.now()) {
  const moving = stream.isTTY === true && process.env.TERM !== 'dumb';
  const running = new Set();
  let frame = 0;
  let timer = null;
  const seconds = (since) => `${Math.round((now() - since) / 1000)} s`;
  const clear = () => {
    if (moving) stream.write('\r\x1b[2K');
  };
  const draw = () => {
    if (!moving || running.size === 0) return;
    const names = [...running].map(({ doing }) => doing);
    const longest = Math.min(...[...running].map(({ since }) => since));
    const line = `${SIGN[frame % SIGN.length]} ${names.join(', ')} … ${seconds(longest)}`;
    // Back at the start of the line: what a program writes meanwhile begins there. A longer line than the terminal would stay.
    stream.write(`\x1b[2K${line.slice(0, (stream.columns ?? 80) - 1)}\r`);
  };
  const tick = () => {
    frame += 1;
    draw();
  };
  /** Begins a step; answers what ends it, which writes its line where it went well. */
  const begin = ({ doing, done }) => {
    const step = { doing, since: now() };
    running.add(step);
    if (!moving) stream.write(`${doing} …\n`);
    else if (timer === null) {
      timer = setInterval(tick, FRAME_MS);
      timer.unref();
    }
    draw();
    return (succeeded) => {
      running.delete(step);
      clear();
      if (succeeded) stream.write(`${moving ? '✓ ' : ''}${done} (${seconds(step.since)})\n`);
      if (running.size > 0) draw();
      else {
        clearInterval(timer);
        timer = null;
      }
    };
  };
  return {
    begin,
    /** Resolves or rejects as `work` does. */
    async during(step, work) {
      const end = begin(step);
      let succeeded = false;
      try {
        const result = await work();
        succeeded = true;
        return result;
      } finally {
        end(succeeded);
      }
    },
  };
}
