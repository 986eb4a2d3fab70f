import { browser } from 'wxt/browser';
import { pairExtension, revokeAccessKey } from '../../../contract/api/access-key-calls.ts';
import { callLotLens, LotLensFault } from '../../background/call-lotlens.ts';
import { keepConnection, originOf, readConnection } from '../../background/connection.ts';
import { element } from '../../panel/element.ts';
import { ALLOWABLE } from '../../site-pages.ts';
import { WORDS } from '../../words.ts';

const byId = <Found extends HTMLElement>(id: string, kind: new () => Found): Found => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${id} on this page`);
  return found;
};
const told = byId('told', HTMLParagraphElement);
const form = byId('connect', HTMLFormElement);
const disconnect = byId('disconnect', HTMLButtonElement);

const tell = (text: string): void => {
  told.textContent = text;
};

async function showConnection(): Promise<void> {
  const connection = await readConnection();
  form.hidden = connection !== null;
  disconnect.hidden = connection === null;
  if (connection !== null) tell(WORDS.connectedTo(connection.address));
}

async function connect(): Promise<void> {
  const data = new FormData(form);
  const address = originOf(String(data.get('address') ?? ''));
  if (address === null) return tell(WORDS.noAddress);
  try {
    const paired = await callLotLens({ address, key: null }, pairExtension, {
      json: { code: String(data.get('code') ?? '') },
    });
    await keepConnection({ address, key: paired.access_key, key_id: paired.key_id });
    form.reset();
    await showConnection();
  } catch (error) {
    tell(error instanceof LotLensFault ? error.message : WORDS.failed);
  }
}

async function endConnection(): Promise<void> {
  const connection = await readConnection();
  if (connection === null) return;
  const revoked = await callLotLens(connection, revokeAccessKey, {
    params: { key_id: connection.key_id },
  }).then(
    () => true,
    // One that LotLens no longer knows is ended already.
    (error: unknown) => error instanceof LotLensFault && error.code === 'invalid_token',
  );
  await keepConnection(null);
  await showConnection();
  tell(revoked ? WORDS.disconnected : WORDS.disconnectedHereOnly);
}

/** A switch for each site; pressing it asks the browser's own question. */
async function showSites(): Promise<void> {
  const { origins: allowed = [] } = await browser.permissions.getAll();
  const switches = ALLOWABLE.map(({ name, pages: origins }) => {
    const box = element('input', {
      type: 'checkbox',
      checked: origins.every((origin) => allowed.includes(origin)),
    });
    box.addEventListener('change', () => {
      const change = box.checked ? browser.permissions.request : browser.permissions.remove;
      void change({ origins }).then(showSites);
    });
    return element('label', {}, box, WORDS.buttonOn(name));
  });
  byId('sites', HTMLDivElement).replaceChildren(...switches);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void connect();
});
disconnect.addEventListener('click', () => void endConnection());
void showConnection();
void showSites();
