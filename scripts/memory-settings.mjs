/**
 * How a service process asks Linux (glibc) for memory: large pieces on their own, given back when freed, and few arenas. Without
 * them what large bodies held stays with the process: 390 MB instead of 255 at rest (npm run bench -- memory-bodies). They are
 * read before the process runs, so whoever starts it sets them: `run.mjs`, the image, the units.
 */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
