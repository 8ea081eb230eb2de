export { answerAsset, ASSETS_PATH } from './assets.js';
export { escapeHtml, html, Html } from './html.js';
export { PAGE_HEADERS, PAGE_POLICY, renderPage, wantsPage, type Page } from './page.js';
