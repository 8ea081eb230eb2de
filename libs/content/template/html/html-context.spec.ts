import { describe, expect, it } from 'vitest';
import { parseHtml } from '../placeholders.js';
import { findHtmlPlaces } from './html-context.js';

const contextsOf = (html: string) => findHtmlPlaces(parseHtml(html).template).map(({ context }) => context);

describe('findHtmlPlaces', () => {
  it.each([
    ['Hi @{a}', 'text'],
    ['a < @{a}', 'text'],
    ['<p>@{a}</p>', 'text'],
    ['<p title="@{a}">', 'text'],
    ["<p title='x @{a}'>", 'text'],
    ['<p title=@{a}>', 'bare'],
    ['<p title=x@{a}>', 'bare'],
    ['<p title = @{a} >', 'bare'],
    ['<a href="@{a}">', 'link'],
    ['<a href=" @{a}">', 'link'],
    ['<A HREF = @{a}>', 'link'],
    ['<a class="x"\n href=\'@{a}\'>', 'link'],
    ['<img src="@{a}"/>', 'link'],
    ['<a href="https://x/@{a}">', 'inLink'],
    ['<a href=https://x/@{a}>', 'inLink'],
    ['<a onclick="f(\'@{a}\')">', 'code'],
    ['<p style="color: @{a}">', 'code'],
    ['<@{a}>', 'name'],
    ['</@{a}>', 'name'],
    ['<p @{a}>', 'name'],
    ['<p x@{a}="1">', 'name'],
    ['</p @{a}>', 'name'],
    ['<script>x = "@{a}"</script>', 'code'],
    ['<STYLE>p { color: @{a} }</STYLE>', 'code'],
    ['<meta http-equiv="refresh" content="0;url=@{a}">', 'code'],
    ["<META CONTENT='@{a}' http-equiv=refresh>", 'code'],
    ['<meta content=0;url=@{a}>', 'code'],
    ['<p content="@{a}">', 'text'],
    ['<!-- @{a} -->', 'code'],
    ['<!-- > @{a} -->', 'code'],
    ['<!-- x --> @{a}', 'text'],
    ['<!--> @{a}', 'text'],
    ['<!--[if mso]>@{a}<![endif]-->', 'text'],
    ['<!--[if mso]><a href="@{a}">', 'link'],
    ['<!--[if (gte mso 9)|(IE)]><v:fill src="https://x/@{a}">', 'inLink'],
    ['<!--[IF MSO]><p title=@{a}>', 'bare'],
    ['<!--[if mso]><p style="color:@{a}">', 'code'],
    ['<!--[if mso]><a href="x--> @{a}', 'text'],
    ['<!--[if !mso]><!--> @{a} <!--<![endif]-->', 'text'],
    ['<!--[if mso]><![endif]--><a href="@{a}">', 'link'],
    ['<!-- [if mso]> @{a} -->', 'code'],
    ['<!--[iffy]> @{a} -->', 'code'],
    ['<script>x < y</script><p>@{a}', 'text'],
    ['<br/>@{a}', 'text'],
    ['<p title="a>b">@{a}', 'text'],
    ['<input disabled value=x>@{a}', 'text'],
    ['<input disabled name="@{a}">', 'text'],
  ])('The placeholder in %s has the context %s', (html, context) => {
    expect(contextsOf(html)).toEqual([context]);
  });

  it('findHtmlPlaces finds the context of each of many placeholders', () => {
    const html = '<a href="@{a}@{b}?x=@{c}" title=@{d}@{e}>@{f}</a>';
    expect(contextsOf(html)).toEqual(['link', 'inLink', 'inLink', 'bare', 'bare', 'text']);
  });
});
