import { chainCommands, exitCode } from 'prosemirror-commands';
import type { Mark } from 'prosemirror-model';
import { type Command, type EditorState, Plugin } from 'prosemirror-state';
import { nodesOf, schema, type Look } from './rich-schema.js';
import { findPlaceholders, type RichPiece } from './rich-text.js';

/** A new line in the same paragraph. */
export const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** True where the selection, or the text typed next, has a look. */
export function hasLook({ selection, storedMarks, doc }: EditorState, look: Look): boolean {
  const type = schema.marks[look];
  return selection.empty
    ? type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, type);
}

/** The link at the selection; empty: none. */
export function linkAt(state: EditorState): string {
  const mark = linkMarkAt(state);
  return mark ? String(mark.attrs['href']) : '';
}

function linkMarkAt({ selection, doc }: EditorState): Mark | undefined {
  const { link } = schema.marks;
  const { $from, from, to, empty } = selection;
  if (empty) {
    const beside = [$from.nodeBefore, $from.nodeAfter].map((node) => node && link.isInSet(node.marks));
    return beside.find((mark) => mark !== null && mark !== undefined);
  }
  let found: Mark | undefined;
  doc.nodesBetween(from, to, (node) => {
    found ??= link.isInSet(node.marks);
  });
  return found;
}

/**
 * Makes the selection open an address, or the whole link that the cursor is in. Without either the address itself is
 * written. An empty address takes the link away.
 */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { link } = schema.marks;
    const { from, to } = state.selection.empty ? rangeOfLink(state) : state.selection;
    const { tr } = state;
    if (from === to && href !== '') {
      tr.insert(from, schema.text(href, [link.create({ href })]));
    } else {
      tr.removeMark(from, to, link);
      if (href !== '') {
        tr.addMark(from, to, link.create({ href }));
      }
    }
    dispatch?.(tr.removeStoredMark(link).scrollIntoView());
    return true;
  };
}

/** The places of the link at the cursor: its nodes stand beside each other in one paragraph. */
function rangeOfLink(state: EditorState): { from: number; to: number } {
  const { $from, from } = state.selection;
  const mark = linkMarkAt(state);
  if (!mark) {
    return { from, to: from };
  }
  let at = $from.start();
  let range = { from, to: from };
  let start: number | undefined;
  for (const node of $from.parent.children) {
    const isPart = mark.isInSet(node.marks);
    start = isPart ? (start ?? at) : undefined;
    at += node.nodeSize;
    if (start !== undefined && start <= from && from <= at) {
      range = { from: start, to: at };
    }
  }
  return range;
}

/** Puts a placeholder in the place of the selection. */
export function insertPlaceholder(name: string): Command {
  return (state, dispatch) => {
    const [node] = nodesOf({ type: 'placeholder', name });
    if (node) {
      dispatch?.(state.tr.replaceSelectionWith(node.mark(state.selection.$from.marks())).scrollIntoView());
    }
    return true;
  };
}

/** Turns each placeholder that was typed or pasted as text into one piece, with the looks of its text. */
export const placeholders = new Plugin({
  appendTransaction: (transactions, _, state) => {
    if (!transactions.some(({ docChanged }) => docChanged)) {
      return null;
    }
    const found: { from: number; to: number; piece: RichPiece; marks: readonly Mark[] }[] = [];
    state.doc.descendants((node, at) => {
      for (const { start, end, piece } of node.isText ? findPlaceholders(node.text ?? '') : []) {
        found.push({ from: at + start, to: at + end, piece, marks: node.marks });
      }
    });
    // From the end, so that the places before stay where they are.
    const { tr } = state;
    for (const { from, to, piece, marks } of found.toReversed()) {
      tr.replaceWith(
        from,
        to,
        nodesOf(piece).map((node) => node.mark(marks)),
      );
    }
    return tr.docChanged ? tr : null;
  },
});
