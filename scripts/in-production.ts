/**
 * Vite and React's plugin take NODE_ENV for how to build, we for how to run: application and service are always built for production,
 * and the service finds the variable as it was.
 */
export async function inProduction(work: () => Promise<void>): Promise<void> {
  const given = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (given === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = given;
  }
}
