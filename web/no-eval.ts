/**
 * The content security policy forbids code made from text. The schema library tries whether it may, which browsers
 * report as a breach; told so here, before it loads with the first page that needs it, it does not try.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
