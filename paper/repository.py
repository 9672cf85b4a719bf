"""What git says of this tree, and of the commits that gave results."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def git(*words):
    """What it prints; None where it fails, or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def is_checkout():
    """Whether this tree is a repository's own; one that merely lies within another's is not."""
    return git("rev-parse", "--show-prefix") == ""


def commit_of(result):
    """Of the program that gave it; None where none of ours did."""
    told = result["manifest"]["git"] if "manifest" in result else result.get("context", {})
    return told.get("commit")


def unknown_commits(results):
    """A line for each of {path: content} whose commit this tree does not come from, so that nobody could measure it again; none where it may
    merely be missing here."""
    if not is_checkout() or git("rev-parse", "--is-shallow-repository") != "false":
        return []
    commits = {path: commit for path, content in results.items() if (commit := commit_of(content))}
    unknown = {commit for commit in set(commits.values()) if git("merge-base", "--is-ancestor", commit, "HEAD") is None}
    return [f"{os.path.relpath(path, ROOT)}: measured by the commit {commit[:10]}, which git does not know: measure it anew"
            for path, commit in commits.items() if commit in unknown]
