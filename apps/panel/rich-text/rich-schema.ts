import { Fragment, Schema, type Mark, type Node } from 'prosemirror-model';
import css from './rich.module.css';
import { placeholderText, type RichPiece, type RichText } from './rich-text.js';

/** Nodes and marks of the editor. It drops all others, also when they are pasted or dropped in. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'inline*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
    text: { group: 'inline' },
    placeholder: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { name: { validate: 'string' }, fallback: { default: null, validate: 'string|null' } },
      toDOM: (node) => ['span', { class: css['placeholder'] ?? '' }, placeholderText(pieceOfPlaceholder(node))],
      leafText: (node) => placeholderText(pieceOfPlaceholder(node)),
    },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      toDOM: () => ['br'],
      parseDOM: [{ tag: 'br' }],
      leafText: () => '\n',
    },
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      // Text that is typed behind a link is no part of it.
      inclusive: false,
      // It shows where it leads and leads nowhere: the text is written here.
      toDOM: (mark) => ['a', { title: String(mark.attrs['href']) }, 0],
    },
    bold: { toDOM: () => ['strong', 0], parseDOM: [{ tag: 'strong' }, { tag: 'b' }] },
    italic: { toDOM: () => ['em', 0], parseDOM: [{ tag: 'em' }, { tag: 'i' }] },
  },
});

type Kind = 'doc' | 'paragraph' | 'placeholder' | 'hard_break';
export type Look = 'bold' | 'italic';

/** The document of paragraphs. */
export function docOf(paragraphs: RichText): Node {
  const nodes = paragraphs.map(({ pieces }) => create('paragraph', {}, pieces.flatMap(nodesOf)));
  return create('doc', {}, nodes.length === 0 ? [create('paragraph')] : nodes);
}

/** The nodes of a piece; none for an empty text. */
export function nodesOf(piece: RichPiece): Node[] {
  const marks = [
    ...(piece.link === undefined || piece.link === '' ? [] : [schema.marks.link.create({ href: piece.link })]),
    ...(piece.bold === true ? [schema.marks.bold.create()] : []),
    ...(piece.italic === true ? [schema.marks.italic.create()] : []),
  ];
  switch (piece.type) {
    case 'break':
      return [create('hard_break')];
    case 'placeholder': {
      const { name = '', fallback = null } = piece;
      return [create('placeholder', { name, fallback }).mark(marks)];
    }
    case 'text':
      return (piece.text ?? '') === '' ? [] : [schema.text(piece.text ?? '', marks)];
  }
}

/** The paragraphs of a document. */
export function readDoc(doc: Node): RichText {
  return doc.children.map((paragraph) => ({ pieces: paragraph.children.map(readPiece) }));
}

function readPiece(node: Node): RichPiece {
  if (node.type === schema.nodes.hard_break) {
    return { type: 'break' };
  }
  const looks = looksOf(node.marks);
  return node.isText
    ? { type: 'text', text: node.text ?? '', ...looks }
    : { type: 'placeholder', ...pieceOfPlaceholder(node), ...looks };
}

function looksOf(marks: readonly Mark[]): Pick<RichPiece, 'bold' | 'italic' | 'link'> {
  const has = (look: Look): boolean => marks.some(({ type }) => type === schema.marks[look]);
  const link = marks.find(({ type }) => type === schema.marks.link);
  return {
    ...(has('bold') && { bold: true }),
    ...(has('italic') && { italic: true }),
    ...(link && { link: String(link.attrs['href']) }),
  };
}

function pieceOfPlaceholder({ attrs }: Node): Pick<RichPiece, 'name' | 'fallback'> {
  const fallback: unknown = attrs['fallback'];
  return { name: String(attrs['name']), ...(typeof fallback === 'string' && { fallback }) };
}

function create(kind: Kind, attrs: object = {}, content: readonly Node[] = []): Node {
  return schema.nodes[kind].create({ ...attrs }, Fragment.from(content));
}
