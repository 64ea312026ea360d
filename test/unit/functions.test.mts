/** How large a function of nodes/ may be, what a file may export, and which names may stand in several files. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

const mostParameters = 4;
/** The straight way through a function counts as one. */
const mostBranches = 15;
const mostLines = 60;

/** Larger functions from before this rule. A mended one leaves the list, and no other joins it. */
const tooLarge: string[] = [
	'nodes/Evm/readable.ts convert',
	'nodes/shared/operation/pipeline.ts cut',
];

/** Names that several files export for parts of one kind, or not yet told apart. No other joins the list. */
const sharedNames: string[] = [
	'Behind',
	'Watched',
	'addOutcome',
	'address',
	'addresses',
	'blockNumber',
	'blockResource',
	'chainResource',
	'events',
	'notePrevious',
	'searchBlocks',
	'settingsOf',
	'showAmount',
	'showPrevious',
	'testEvent',
	'toCsv',
	'toFigures',
	'toMail',
	'toPage',
	'writeNotes',
];

const parse = (file: string): ts.SourceFile =>
	ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

const sources = globSync('nodes/**/*.ts').sort().map(parse);
const files = new Set(sources.map(({ fileName }) => fileName));

type Function = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

const isFunction = (node: ts.Node): node is Function =>
	ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** All nodes below one; not those below a node that is not to be entered. */
function below(node: ts.Node, enters: (node: ts.Node) => boolean = () => true): ts.Node[] {
	const found: ts.Node[] = [];
	const visit = (child: ts.Node): void => {
		found.push(child);
		if (enters(child)) ts.forEachChild(child, visit);
	};
	ts.forEachChild(node, visit);
	return found;
}

const branching = new Set([
	ts.SyntaxKind.IfStatement,
	ts.SyntaxKind.ConditionalExpression,
	ts.SyntaxKind.ForStatement,
	ts.SyntaxKind.ForOfStatement,
	ts.SyntaxKind.ForInStatement,
	ts.SyntaxKind.WhileStatement,
	ts.SyntaxKind.DoStatement,
	ts.SyntaxKind.CaseClause,
	ts.SyntaxKind.CatchClause,
	ts.SyntaxKind.AmpersandAmpersandToken,
	ts.SyntaxKind.BarBarToken,
	ts.SyntaxKind.QuestionQuestionToken,
	ts.SyntaxKind.QuestionDotToken,
]);

/** Without those of the functions inside it. */
const branchesOf = (node: Function): number =>
	1 +
	[node.body, ...below(node.body, (child) => !isFunction(child))].filter(({ kind }) =>
		branching.has(kind),
	).length;

const lineOf = (node: ts.Node, position: number): number =>
	node.getSourceFile().getLineAndCharacterOfPosition(position).line;

const linesOf = (node: ts.Node): number =>
	lineOf(node, node.getEnd()) - lineOf(node, node.getStart()) + 1;

/** It lists, and does nothing else. */
const isTable = ({ body }: Function): boolean =>
	!ts.isBlock(body) || body.statements.every((statement) => ts.isReturnStatement(statement));

function nameOf(node: ts.Node): string {
	const { name } = node as { name?: ts.Node };
	if (name) return name.getText();
	return ts.isSourceFile(node) ? '' : nameOf(node.parent);
}

const functions = sources.flatMap((source) => below(source).filter(isFunction));
const calls = (node: Function): string => `${node.getSourceFile().fileName} ${nameOf(node)}`;

test('a function takes few parameters, branches seldom and fits on a screen', () => {
	expect(functions.length).toBeGreaterThan(5000);
	const isTooLarge = (node: Function): boolean =>
		node.parameters.length > mostParameters ||
		branchesOf(node) > mostBranches ||
		(linesOf(node) > mostLines && !isTable(node));
	expect(functions.filter(isTooLarge).map(calls).sort()).toEqual(tooLarge);
});

interface Exported {
	file: string;
	name: string;
}

const isExported = (statement: ts.Statement): boolean =>
	ts.canHaveModifiers(statement) &&
	!!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const namesIn = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((part) => (ts.isBindingElement(part) ? namesIn(part.name) : []));

const declared = (statement: ts.Statement): string[] =>
	ts.isVariableStatement(statement)
		? statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
		: [nameOf(statement)];

const exported: Exported[] = sources.flatMap((source) =>
	source.statements
		.filter(isExported)
		.flatMap(declared)
		.map((name) => ({ file: source.fileName, name })),
);

const resolve = (importer: string, path: string): string | undefined => {
	const base = posix.join(posix.dirname(importer), path);
	return [`${base}.ts`, base, `${base}/index.ts`].find((file) => files.has(file));
};

/** What a file takes from another: names, or `*`. */
function takenBy(source: ts.SourceFile): string[] {
	const takings = source.statements.filter(
		(statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement),
	);
	return takings.flatMap((taking) => {
		const { moduleSpecifier: from } = taking;
		const file = from && resolve(source.fileName, (from as ts.StringLiteral).text);
		const names = below(taking).filter(
			(part) => ts.isImportSpecifier(part) || ts.isExportSpecifier(part),
		);
		if (!names.length) return [`${file} *`];
		return names.map(({ propertyName, name }) => `${file} ${(propertyName ?? name).text}`);
	});
}

test('only what another file imports is exported', () => {
	const others = globSync(
		[
			'index.ts',
			'{credentials,devnet,spec}/**/*.{ts,mts}',
			'test/*/**/*.mts',
			'tools/*.mts',
			'nodes/**/*.mts',
		],
		{ exclude: ['**/node_modules/**'] },
	).map(parse);
	const taken = new Set([...sources, ...others].flatMap(takenBy));
	const isTaken = ({ file, name }: Exported) =>
		taken.has(`${file} ${name}`) || taken.has(`${file} *`);
	const needless = exported.filter((each) => !isTaken(each));
	expect(needless.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

test('a name is exported by one file', () => {
	const ofNames = Map.groupBy(exported, ({ name }) => name);
	const several = [...ofNames].filter(([, places]) => places.length > 1).map(([name]) => name);
	expect(several.sort()).toEqual(sharedNames);
});
