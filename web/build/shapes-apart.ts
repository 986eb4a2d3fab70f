import { pathToFileURL } from 'node:url';
import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import type { ApiCall } from '../../contract/api/api-call.ts';

/** To the page's thread a call is where it goes: the shapes of contract/api.ts are built and checked beside it (web/api/check). */
export const callsWithoutShapes = (): Plugin => ({
  name: 'calls-without-shapes',
  async load(id) {
    if (!/contract[\\/]api[\\/](?:\w+[\\/])?[\w-]+-calls\.ts$/.test(id)) return;
    const calls = (await import(pathToFileURL(id).href)) as Record<string, ApiCall>;
    return Object.entries(calls)
      .map(([name, { method, path, at_root, auth, plain, operation }]) => {
        const address = { method, path, at_root, auth, plain, operation };
        return `export const ${name} = ${JSON.stringify(address)};`;
      })
      .join('\n');
  },
});

/** What is reckoned from constants alone comes to the page as its result: without what reckons it and lays it out. */
export const reckonedAhead = (): Plugin => ({
  name: 'reckoned-ahead',
  async load(id) {
    if (!/contract[\\/]partners[\\/]sample-statement\.ts$/.test(id)) return;
    const made = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
    return Object.entries(made)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
});

/** A shape is built only where a page uses it: marked so that it can be left out with what it is made of. */
export const unusedShapesGo = (): Plugin => ({
  name: 'unused-shapes-go',
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]contract[\\/].*\.ts$/ },
    handler(code) {
      if (!/from ['"]zod['"]/.test(code)) return;
      const marked = new MagicString(code);
      for (const statement of this.parse(code).body) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations)
          if (init?.type === 'CallExpression' || init?.type === 'ObjectExpression')
            marked.appendLeft(init.start, '/* @__PURE__ */ (() => (').appendRight(init.end, '))()');
      }
      // Nor is a module asked for that only shapes left out would have needed.
      return { code: marked.toString(), map: marked.generateMap(), moduleSideEffects: false };
    },
  },
});
