/** The operator's page; the call that fills it has an address of the same name. */
export const SETUP_PAGE = '/operator/setup';
